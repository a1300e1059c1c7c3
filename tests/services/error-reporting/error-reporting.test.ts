import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  createErrorReporter,
  withErrorReport,
} from '../../../src/services/error-reporting/error-reporting.ts';
import { CallFailure } from '../../../src/signup/call-failure.ts';

const [init, captureException] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('@sentry/browser', () => ({ init, captureException }));

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { origin: 'https://form.example' });
});
afterEach(() => {
  captureException.mockReset();
});

const createReporter = () => createErrorReporter('https://key@sentry.example/1');
/** What is reported of an error: its name, its stack and the tags. */
async function reportOf(error: unknown) {
  await createReporter()(error, 'chart');
  const [{ message = '', stack = '' } = {}, { tags = {} } = {}] = captureException.mock.lastCall ?? [];
  return { message, stack, tags };
}

const file = 'https://form.example/form/assets/index-Ab3.js';
it.each([
  [
    'Chromium',
    `TypeError: 4111111111111111\n    at typed4111111111111111 (${file}:1:23)\n    at async ${file}?v=4111111111111111:45:6`,
  ],
  ['Firefox and Safari', `typed4111111111111111@${file}:1:23\nasync*@${file}?v=4111111111111111:45:6\n`],
])('an error keeps its kind and the places in our files: %s', async (_, stack) => {
  expect(await reportOf(Object.assign(new TypeError('山田 4111111111111111'), { stack }))).toEqual({
    message: 'TypeError',
    stack: `Error: TypeError\n    at ${file}:1:23\n    at ${file}:45:6`,
    tags: { where: 'chart' },
  });
});

const forgedPlaces = [
  '4111111111111111:1:1',
  'https://form.example/4111111111111111.js:1:1',
  'https://form.example/4111-1111-1111-1111:1:1',
  'https://form.example/a.js:4111111:1111111',
  'https://form.example/41111111.js:1111111:1',
  'https://elsewhere.example/a.js:1:1',
  'https://form.example.elsewhere.example/a.js:1:1',
  'https://form.example/山田.js:1:1',
];
const forged = forgedPlaces.map((place) => `    at ${place}`).join('\n');
it.each([
  ['a text', 'typed 4111111111111111'],
  ['a name', Object.assign(new Error('x'), { name: '4111111111111111', stack: undefined })],
  ['a forged stack', Object.assign(new Error('x'), { name: 'Card4111111111111111', stack: forged })],
])('a report holds nothing of %s', async (_, error) => {
  expect(await reportOf(error)).toMatchObject({ message: 'unknown', stack: 'Error: unknown' });
});

it('nothing goes out but what this project reports: Sentry’s own additions are left out', async () => {
  await reportOf(new Error());
  const [options] = init.mock.lastCall ?? [];
  // Sentry's own integrations send what beforeSend does not see.
  expect(options).toMatchObject({ defaultIntegrations: false, dataCollection: { userInfo: false } });
  expect(options.release).toBe('development');
  const kept = { event_id: '1', release: 'Ab3' };
  const added = { request: { url: '?p=1' }, breadcrumbs: [{}], user: {}, extra: {} };
  expect(options.beforeSend({ ...kept, ...added })).toEqual({ ...kept, level: 'error' });
});

it('a failed call is reported with the kind of its failure, unless the host has explained a refusal', async () => {
  for (const failure of ['notSent', 'unauthorized', 'refused', 'noAnswer'] as const)
    expect(await reportOf(new CallFailure(failure))).toMatchObject({
      message: 'CallFailure',
      tags: { failure },
    });
  await reportOf(new CallFailure('notSent', ['混雑しています。']));
  expect(captureException).toHaveBeenCalledTimes(5);
  await reportOf(new CallFailure('refused', ['もう一度お申し込みください。']));
  expect(captureException).toHaveBeenCalledTimes(5);
});

it('uncaught errors are reported too', async () => {
  createReporter();
  page.dispatchEvent(Object.assign(new Event('error'), { error: new RangeError() }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError() }));
  await vi.waitFor(() => expect(captureException).toHaveBeenCalledTimes(2));
  const reported = captureException.mock.calls.map(([{ message }, { tags }]) => [message, tags.where]);
  expect(reported).toEqual([
    ['RangeError', 'window'],
    ['TypeError', 'promise'],
  ]);
});

it('a reporter that did not load for one error is loaded for the next', async () => {
  const report = createReporter();
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
  vi.doMock('../../../src/services/error-reporting/sentry.ts', () => new Promise(() => {}));
  onTestFinished(() => {
    vi.doUnmock('../../../src/services/error-reporting/sentry.ts');
    vi.resetModules();
  });
  vi.useFakeTimers();
  const fresh = await import('../../../src/services/error-reporting/error-reporting.ts');
  const report = fresh.createErrorReporter('https://key@sentry.example/1');
  const sent = Promise.resolve(report(new Error(), 'chart')).then(() => 'is left');
  await vi.advanceTimersByTimeAsync(2999);
  expect(await Promise.race([sent, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([sent, 'waits'])).toBe('is left');
});

it('a failing effect is reported and stops nothing', () => {
  const report = vi.fn();
  const fails = () => {
    throw 'thrown';
  };
  expect(withErrorReport(report, 'effect', fails)()).toBeUndefined();
  expect(report.mock.calls).toEqual([['thrown', 'effect']]);
});
