import { createHash } from 'node:crypto';
import type { Answer, Store } from './store.ts';
import { type Payload, textOf } from './validation.ts';

const badKey = { success: false, messages: ['Idempotency-Keyの形式が正しくありません。'] };
const otherApplication = {
  success: false,
  messages: [
    'このお申し込みは、前に受け付けた内容と異なるため、受け付けませんでした（同じIdempotency-Keyで別の内容が送信されました）。',
  ],
};

/** What each try of one application has of its own: tokens that can be used once, and the campaign's cookies. */
const ofOneTry = [
  'recaptchaToken',
  'token',
  'cardToken',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
];

/**
 * Answers a call that carries `Idempotency-Key` once: a repeat gets the first answer and changes nothing, since a browser
 * may send a request again by itself, and a donor whose answer was lost sends a second time, with new tokens. After a
 * refusal nothing is stored, so that a try with a new captcha token is judged anew.
 * The same key with another application is a fault of the client: 422.
 * @param key the header's value; without it every call is judged
 * @param call what keeps two calls with the same body apart
 */
export function answerOnce(
  store: Store,
  key: string | undefined,
  call: string,
  payload: Payload,
  judge: () => Answer,
): Answer {
  if (key === undefined) return judge();
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) return { status: 400, body: badKey };

  const filledIn = Object.entries(payload).filter(([name]) => !ofOneTry.includes(name));
  const application = createHash('sha256')
    .update(JSON.stringify([call, filledIn]))
    .digest('hex');
  const captchaToken = textOf(payload, 'recaptchaToken');
  const kept = store.findAnswer(key);
  if (kept && kept.application !== application) return { status: 422, body: otherApplication };
  if (kept && (isSuccess(kept.answer) || kept.captchaToken === captchaToken)) return kept.answer;

  const answer = judge();
  store.keepAnswer(key, { application, captchaToken, answer });
  return answer;
}

function isSuccess({ body }: Answer): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}
