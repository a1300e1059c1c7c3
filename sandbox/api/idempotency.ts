import type { Answer, Store } from '../store.ts';
import { type Payload, textOf } from './validation.ts';

const otherApplication = {
  success: false,
  messages: [
    'このお申し込みは、前に受け付けた内容と異なるため、受け付けませんでした（同じIdempotency-Keyで別の内容が送信されました）。',
  ],
};

/** Fields in which two tries of one application differ: single-use tokens, and the campaign's cookies. */
const ofOneTry = /^(recaptchaToken|token|cardToken|utm\w+)$/;

/**
 * Answers a call with an `Idempotency-Key` once: a repeat, by the browser or by a donor who got no answer, gets the first
 * answer and stores nothing. After a refusal, a try with a new captcha token is checked anew. The same key with another
 * application is the client's fault: 422.
 * @param key the header's value; without it every call is checked
 * @param call tells two calls with the same body apart
 */
export function answerOnce(
  { answers }: Store,
  key: string | undefined,
  call: string,
  payload: Payload,
  judge: () => Answer,
): Answer {
  if (!key) return judge();
  const filledIn = Object.entries(payload).filter(([name]) => !ofOneTry.test(name));
  const application = JSON.stringify([call, filledIn]);
  const captchaToken = textOf(payload, 'recaptchaToken');
  const kept = answers.get(key);
  if (kept && kept.application !== application) return { status: 422, body: otherApplication };
  if (kept && (kept.answer.body.success || kept.captchaToken === captchaToken)) return kept.answer;

  const answer = judge();
  answers.set(key, { application, captchaToken, answer });
  return answer;
}
