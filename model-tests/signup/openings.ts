import type { SignupInput } from '../../src/machines/signup-parts.ts';
import type { CallbackParameter } from '../../src/signup/callback-parameter.ts';
import type { CompletionFields } from '../../src/signup/completion-fields.ts';
import type { Title } from '../chart/chart-model.ts';
import {
  ALLOWED_ORIGIN,
  bankForm,
  cardForm,
  freshCard,
  STALE,
  STILL_FRESH,
  unfoldedForm,
} from './samples.ts';
import { type Facts, nothing, toSavedSession } from './seen.ts';

/** `facts` are what is saved, in the words of these tests. */
export type SignupOpening = { name: string; title: Title; input: SignupInput; facts: Facts };

const callback: CallbackParameter = { accessId: 'access-1', event: '3DSecure', csrfToken: 'csrf-1' };

const callbackOfBefore: CallbackParameter = { accessId: 'access-0', event: '3DSecure', csrfToken: 'csrf-0' };

const firstVisit: SignupInput = {
  route: 'input',
  now: STILL_FRESH,
  callback: null,
  isOpenedByBank: false,
  saved: null,
  completion: null,
  allowedRedirectOrigins: [ALLOWED_ORIGIN],
  seed: 'seed',
};

/** What was registered differs from what is typed now wherever it can. */
const completion: CompletionFields = {
  first_name: '登録時の名',
  last_name: '登録時の姓',
  furigana: 'とうろくじ',
  mail: 'registered@example.org',
  address: '登録時の住所',
  price: '5000',
};
const registration = { registerToken: 'register-token-of-before', completion };

const reviewed: Facts = { ...nothing, form: cardForm, isReviewed: true, card: freshCard };
const atBank: Facts = { ...reviewed, card: null, registration, pending: 'bank' };

const sent = (maskedCardNumber: string | null) => ({
  key: 'key-of-before',
  maskedCardNumber,
  isCopied: false,
});

type Differences = Partial<Omit<SignupInput, 'saved'>> & { saved?: Facts };

function opening(name: string, title: Title, { saved, ...others }: Differences = {}): SignupOpening {
  const input = { ...firstVisit, ...others, saved: saved ? toSavedSession(saved) : null };
  return { name, title, input, facts: saved ?? nothing };
}

/** Every way in which a page of the sign-up can open, the plain first visit first. */
export const signupOpenings: readonly SignupOpening[] = [
  opening('first visit', { ja: 'はじめてフォームを開く', en: 'open the form for the first time' }),
  opening(
    'return from bank',
    { ja: 'カード会社の本人認証から戻る', en: 'return from the card authentication' },
    {
      route: 'callback',
      callback,
      isOpenedByBank: true,
      saved: { ...atBank, callback: callbackOfBefore, settled: [callbackOfBefore.accessId] },
    },
  ),
  opening(
    'reload while settling',
    { ja: '決済の確認が送られる前に再読み込みする', en: 'reload before the payment was settled' },
    { route: 'callback', saved: { ...atBank, callback } },
  ),
  opening(
    'reload on confirm',
    { ja: '確認画面で再読み込みする', en: 'reload on the confirm screen' },
    // somebody's link was opened before, with nothing there to be settled
    { route: 'confirm', saved: { ...reviewed, callback: callbackOfBefore } },
  ),
  opening(
    'reload on confirm with bank debit',
    { ja: '口座引落の確認画面で再読み込みする', en: 'reload on the confirm screen, paying by bank debit' },
    { route: 'confirm', saved: { ...reviewed, form: bankForm, card: null } },
  ),
  opening(
    'reload on confirm with a stale card',
    {
      ja: 'カードの期限が切れてから確認画面で再読み込みする',
      en: 'reload on the confirm screen after the card expired',
    },
    { route: 'confirm', now: STALE, saved: reviewed },
  ),
  opening(
    'reload on confirm with a changed form',
    { ja: '変更の途中で確認画面を開く', en: 'open the confirm screen with an unchecked form' },
    { route: 'confirm', saved: { ...reviewed, isReviewed: false } },
  ),
  opening(
    'confirm without data',
    { ja: '入力せずに確認画面のURLを開く', en: 'open the confirm address without data' },
    { route: 'confirm' },
  ),
  opening(
    'reload on input',
    { ja: '入力の途中で再読み込みする', en: 'reload while filling in the form' },
    { saved: { ...reviewed, form: unfoldedForm, isReviewed: false, card: null } },
  ),
  opening(
    'reload on input after a review',
    { ja: '確認画面から戻った入力画面で再読み込みする', en: 'reload on the input screen after a review' },
    { saved: { ...reviewed, callback, registration, settled: ['access-1'] } },
  ),
  opening(
    'input with an answer of the bank that waits',
    {
      ja: '本人認証の結果を処理する前に入力画面のURLを開く',
      en: 'open the input before what the bank answered is settled',
    },
    { callback, saved: atBank },
  ),
  opening(
    'callback without p',
    { ja: '必要な情報なしに戻り先のURLを開く', en: 'open the callback address without its parameter' },
    { route: 'callback', saved: atBank },
  ),
  opening(
    'the answer of the bank without the session',
    {
      ja: '保存内容が消えたあとで戻り先のURLを開き直す',
      en: 'open the callback address again after the session was emptied',
    },
    { route: 'callback', callback },
  ),
  opening(
    'callback in another browser',
    { ja: '別のブラウザーで戻り先のURLを開く', en: 'open the callback address in another browser' },
    { route: 'callback', callback, isOpenedByBank: true },
  ),
  opening(
    'callback for the second time',
    { ja: '同じ戻り先のURLをもう一度開く', en: 'open the same callback address again' },
    {
      route: 'callback',
      callback,
      isOpenedByBank: true,
      saved: { ...nothing, registration, settled: ['access-1'] },
    },
  ),
  opening(
    'reload after sending a card application',
    {
      ja: 'カードの申し込みの返答を待たずに再読み込みする',
      en: 'reload before an application by card was answered',
    },
    {
      route: 'confirm',
      saved: { ...reviewed, pending: 'registerCard', application: sent(freshCard.maskedCardNumber) },
    },
  ),
  opening(
    'reload after sending a bank application',
    {
      ja: '口座引落の申し込みの返答を待たずに再読み込みする',
      en: 'reload before an application by bank debit was answered',
    },
    {
      route: 'confirm',
      saved: {
        ...reviewed,
        form: bankForm,
        card: null,
        pending: 'registerBank',
        application: sent(null),
      },
    },
  ),
  opening(
    'reload while verifying',
    { ja: '決済の確認の返答を待たずに再読み込みする', en: 'reload before the settling was answered' },
    {
      route: 'callback',
      saved: { ...atBank, callback, settled: ['access-1'], pending: 'verifyCard' },
    },
  ),
  opening(
    'after a payment was refused',
    { ja: '決済が断られたあとの新しい画面を開く', en: 'open the fresh page after a payment was refused' },
    { route: 'callback', saved: { ...atBank, pending: null, settled: ['access-1'], refusals: ['残高不足'] } },
  ),
  opening(
    'after a repeated settling was refused',
    {
      ja: '決済の確認をやり直して断られたあとの新しい画面を開く',
      en: 'open the fresh page after settling was repeated and refused',
    },
    {
      route: 'callback',
      saved: { ...atBank, pending: 'verifyCard', settled: ['access-1'], refusals: ['残高不足'] },
    },
  ),
  opening(
    'back from the bank without authentication',
    { ja: '本人認証をせずに入力画面に戻る', en: 'come back from the bank without authenticating' },
    { saved: atBank },
  ),
  opening(
    'return after another link was refused',
    {
      ja: '別のリンクが断られたあとでカード会社から戻る',
      en: 'return from the bank after a foreign link was refused',
    },
    {
      route: 'callback',
      callback,
      isOpenedByBank: true,
      saved: {
        ...reviewed,
        registration,
        settled: ['another-access'],
      },
    },
  ),
  opening(
    'back after completion',
    { ja: '完了画面から戻る', en: 'come back from the completion page' },
    { completion, saved: { ...nothing, finished: { at: STILL_FRESH, amount: 5000 } } },
  ),
  opening(
    'back after completion without what was registered',
    {
      ja: '完了後に同じタブでフォームを開き直す',
      en: 'open the form again in a tab that has signed up',
    },
    { route: 'callback', saved: { ...nothing, finished: { at: STILL_FRESH, amount: 5000 } } },
  ),
];
