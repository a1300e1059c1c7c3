import { afterEach, expect, it, vi } from 'vitest';
import { createErrorReporter, reportFailure, withErrorReport } from '../../src/services/error-reporting.ts';
import { CallFailure } from '../../src/signup/call-failure.ts';

const [init, captureException] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('@sentry/browser', () => ({ init, captureException }));

afterEach(() => {
  vi.unstubAllGlobals();
  captureException.mockReset();
});

/** What is reported of an error. */
async function reportOf(error: unknown, tags = {}): Promise<{ message: string; stack: string | undefined }> {
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://form.example' });
  createErrorReporter('https://key@sentry.example/1')(error, 'chart');
  await vi.waitFor(() => expect(captureException).toHaveBeenCalledOnce());
  const [{ name, message, stack }, context] = captureException.mock.lastCall ?? [{}];
  expect({ name, context }).toEqual({ name: 'Error', context: { tags: { where: 'chart', ...tags } } });
  const [options] = init.mock.lastCall ?? [];
  // Sentry's own integrations send what beforeSend does not see.
  expect(options).toMatchObject({
    defaultIntegrations: false,
    dataCollection: { userInfo: false },
    release: 'development',
  });
  const event = {
    event_id: '1',
    release: 'Ab3',
    request: { url: '?p=1' },
    breadcrumbs: [{}],
    user: {},
    extra: {},
  };
  expect(options.beforeSend(event)).toEqual({ event_id: '1', release: 'Ab3', level: 'error' });
  return { message, stack };
}

const file = 'https://form.example/form/assets/index-Ab3.js';

it.each([
  [
    'Chromium',
    `TypeError: 4111111111111111\n    at typed4111111111111111 (${file}:1:23)\n    at async ${file}?v=4111111111111111:45:6`,
  ],
  ['Firefox and Safari', `typed4111111111111111@${file}:1:23\nasync*@${file}?v=4111111111111111:45:6\n`],
])('an error keeps its kind and the places in our files: %s', async (_, stack) => {
  const error = Object.assign(new TypeError('山田 4111111111111111'), { stack });
  expect(await reportOf(error)).toEqual({
    message: 'TypeError',
    stack: `Error: TypeError\n    at ${file}:1:23\n    at ${file}:45:6`,
  });
});

it.each(['notSent', 'unauthorized', 'refused', 'noAnswer'] as const)(
  'a failed call is reported with the kind of its failure: %s',
  async (failure) => {
    expect(await reportOf(new CallFailure(failure), { failure })).toMatchObject({ message: 'CallFailure' });
  },
);

it('a refusal that the host has explained is not reported', async () => {
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://form.example' });
  const report = createErrorReporter('https://key@sentry.example/1');
  await report(new CallFailure('refused', ['もう一度お申し込みください。']), 'memberVerifyCard');
  await report(new CallFailure('notSent', ['混雑しています。']), 'memberVerifyCard');
  expect(captureException).toHaveBeenCalledOnce();
});

it.each([
  ['a text', 'typed 4111111111111111'],
  ['a name', Object.assign(new Error('x'), { name: '4111111111111111', stack: undefined })],
  [
    'a forged stack',
    Object.assign(new Error('x'), {
      name: 'Card4111111111111111',
      stack: [
        '    at 4111111111111111:1:1',
        '    at https://form.example/4111111111111111.js:1:1',
        '    at https://form.example/4111-1111-1111-1111:1:1',
        '    at https://form.example/a.js:4111111:1111111',
        '    at https://form.example/41111111.js:1111111:1',
        '    at https://elsewhere.example/a.js:1:1',
        '    at https://form.example.elsewhere.example/a.js:1:1',
        '    at https://form.example/山田.js:1:1',
      ].join('\n'),
    }),
  ],
])('a report holds nothing of %s', async (_, error) => {
  expect(await reportOf(error)).toEqual({ message: 'unknown', stack: 'Error: unknown' });
});

it('uncaught errors are reported too', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { origin: 'https://form.example' });
  createErrorReporter('https://key@sentry.example/1');
  page.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError() }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError() }));
  await vi.waitFor(() => expect(captureException).toHaveBeenCalledTimes(2));
  expect(captureException.mock.calls.map(([{ message }, { tags }]) => [message, tags.where])).toEqual([
    ['RangeError', 'window'],
    ['TypeError', 'promise'],
  ]);
});

it('a reporter that did not load for one error is loaded for the next', async () => {
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://form.example' });
  const report = createErrorReporter('https://key@sentry.example/1');
  init.mockImplementationOnce(() => {
    throw new Error('did not come');
  });
  await report(new Error('first'), 'chart');
  expect(captureException).not.toHaveBeenCalled();
  await report(new Error('second'), 'chart');
  expect(captureException).toHaveBeenCalledOnce();
});

it('a page that is about to be left waits at most 3 s for a report', async () => {
  vi.resetModules();
  vi.doMock('../../src/services/sentry.ts', () => new Promise(() => {}));
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => {} });
  const fresh = await import('../../src/services/error-reporting.ts');
  let isWaiting = true;
  void Promise.resolve(fresh.createErrorReporter('https://key@sentry.example/1')(new Error(), 'chart')).then(
    () => {
      isWaiting = false;
    },
  );
  await vi.advanceTimersByTimeAsync(2999);
  expect(isWaiting).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isWaiting).toBe(false);
  vi.useRealTimers();
});

it('an effect that fails is reported and stops nothing; a promise that fails is reported and still fails', async () => {
  const report = vi.fn();
  const fails = () => {
    throw 'thrown';
  };
  expect(withErrorReport(report, 'effect', fails)()).toBeUndefined();
  await expect(reportFailure(report, 'promise', Promise.reject('rejected'))).rejects.toBe('rejected');
  expect(report.mock.calls).toEqual([
    ['thrown', 'effect'],
    ['rejected', 'promise'],
  ]);
});
