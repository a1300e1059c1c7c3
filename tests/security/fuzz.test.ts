import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '../../src/services/api.ts';
import { readCampaign } from '../../src/services/campaign.ts';
import type { SessionStore } from '../../src/services/session-storage.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';
import { parseCallbackParameter } from '../../src/signup/callback-parameter.ts';
import { isAllowedRedirect } from '../../src/signup/redirect-url.ts';
import {
  parseSavedSession,
  serialiseSavedSession,
  untouchedSession,
} from '../../src/signup/saved-session.ts';
import { anyCodePoints } from '../signup/any-text.ts';

// Each run has values of its own, so there is no need for all of them in one.
const pollution = fc.constantFrom(
  '{"__proto__":{"polluted":1,"accessId":"a","csrfToken":"b","event":"c"}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"version":1,"form":{"__proto__":{"polluted":1,"lastName":"x"}},"card":{"__proto__":{"cardToken":"x"}}}',
  '{"success":true,"__proto__":{"redirectUrl":"https://evil.example","registerToken":"x"}}',
);
const json = fc.oneof(fc.json({ maxDepth: 3 }), pollution);
const anyText = fc.oneof(fc.string(), anyCodePoints, json);

afterEach(() => {
  expect(Object.prototype).not.toHaveProperty('polluted');
  expect({}).not.toHaveProperty('accessId');
});

const isFilled = (value: unknown) => typeof value === 'string' && value !== '';

it('p: 20,000 values never throw and never give a wrong shape', { timeout: 60_000 }, () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const mangled = fc
    .tuple(json.map(base64), fc.nat(), fc.constantFrom('', '=', ' ', '+', '%', '\u0000', '-', '_', '\uD800'))
    .map(([p, at, odd]) => `${p.slice(0, at % (p.length + 1))}${odd}${p.slice(at % (p.length + 1))}`);
  const almost = fc
    .record(
      {
        accessId: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        event: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        csrfToken: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      },
      { requiredKeys: [] },
    )
    .map((value) => base64(JSON.stringify(value)));
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyText, fc.base64String(), mangled, almost), (p) => {
      const parameter = parseCallbackParameter(p);
      if (parameter === null) return true;
      accepted++;
      return (
        Object.keys(parameter).join() === 'accessId,event,csrfToken' &&
        isFilled(parameter.accessId) &&
        isFilled(parameter.csrfToken) &&
        typeof parameter.event === 'string'
      );
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

describe('redirectUrl', () => {
  const allowed = ['https://pay.example.com'];

  it('20,000 addresses: where it says yes, a browser lands on an allowed origin', {
    timeout: 60_000,
  }, () => {
    const part = fc.constantFrom(
      ...[
        'https:',
        'http:',
        'javascript:',
        'data:',
        'blob:',
        '//',
        '/',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '.',
        '%2f',
        '%00',
      ],
      ...[
        'pay.example.com',
        'evil.example',
        'ｐay.example.com',
        'pay.example.com.',
        'xn--',
        '\t',
        '\n',
        '\u202e',
        ' ',
      ],
    );
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 7 }).map((parts) => parts.join('')),
          fc.array(part, { maxLength: 4 }).map((parts) => `https://pay.example.com${parts.join('')}`),
          anyText,
        ),
        (url) => {
          if (!isAllowedRedirect(url, allowed)) return true;
          accepted++;
          const { origin, username, password } = new URL(url, 'https://www.example.org/form/member');
          return origin === 'https://pay.example.com' && username === '' && password === '';
        },
      ),
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

it('a saved session: 4,000 values never throw, and what is read is what is written', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc
          .record(
            {
              form: fc.jsonValue({ maxDepth: 2 }),
              card: fc.jsonValue(),
              callback: fc.jsonValue(),
              unanswered: fc.string(),
              isAtBank: fc.jsonValue(),
            },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify({ savedAt: 0, ...value })),
      ),
      (saved) => {
        const session = parseSavedSession(saved, 0);
        if (session === null) return true;
        const again = parseSavedSession(serialiseSavedSession(session, 0), 0) ?? untouchedSession;
        return JSON.stringify(again) === JSON.stringify(session) && !('polluted' in session.form);
      },
    ),
    { numRuns: 4000 },
  );
});

describe('cookies', () => {
  it('4,000 cookie headers give four texts', { timeout: 60_000 }, () => {
    const names = ['utmSource', 'utmMedium', 'utmCampaign', 'utmContent'];
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc
            .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor', ''), anyText), {
              maxLength: 6,
            })
            .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('; ')),
        ),
        (header) => {
          const campaign = readCampaign(() => header);
          return (
            Object.keys(campaign).join() === names.join() &&
            Object.values(campaign).every((value) => typeof value === 'string')
          );
        },
      ),
      { numRuns: 4000 },
    );
  });
});

describe('answers of the API host', () => {
  const session: SessionStore = {
    load: () => null,
    save: () => {},
    problem: () => null,
    lossOfLast: () => null,
    accessToken: () => 'token',
    saveAccessToken: (token) => expect(typeof token).toBe('string'),
  };
  const api = createApi({ apiOrigin: 'https://api.example.org', honoursIdempotencyKey: true }, session);
  afterEach(() => vi.unstubAllGlobals());

  it('300 of them: each call gives its own shape or a CallFailure', { timeout: 60_000 }, async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const status = fc.constantFrom(200, 201, 400, 401, 403, 404, 429, 500, 502, 503);
    const body = fc.oneof(
      anyText,
      fc
        .record(
          {
            success: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
            messages: fc.oneof(
              fc.array(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
              fc.jsonValue(),
            ),
            token: fc.jsonValue({ maxDepth: 1 }),
            redirectUrl: fc.oneof(fc.webUrl(), fc.jsonValue({ maxDepth: 1 })),
            registerToken: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
            data: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(status, body, async (code, text) => {
        vi.stubGlobal('fetch', async () => new Response(text, { status: code }));
        const calls = [
          api.fetchAccessToken(),
          api.registerCard({}, 'key').then((answer) => {
            expect(isFilled(answer.redirectUrl) && isFilled(answer.registerToken)).toBe(true);
          }),
          api.registerBank({}, 'key'),
          api.verifyCard({ accessId: 'a', gmoCsrfToken: 'b', registerToken: 'c' }),
          api.lookUpPostalCode('1000001').then((address) => {
            if (address) expect(isFilled(address.prefecture) && isFilled(address.city)).toBe(true);
          }),
        ];
        for (const result of await Promise.allSettled(calls)) {
          if (result.status === 'fulfilled') continue;
          expect(result.reason).toBeInstanceOf(CallFailure);
          for (const message of result.reason.messages) expect(typeof message).toBe('string');
        }
      }),
      { numRuns: 300 },
    );
  });
});
