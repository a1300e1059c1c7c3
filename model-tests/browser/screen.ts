import { expect } from '@playwright/test';
import type { SignupState } from '../../src/machines/signup.ts';
import { inputFields } from '../../src/signup/fields.ts';
import { isFormField } from '../../src/signup/form.ts';
import { type Ledger, offerOf, screenOf } from '../signup/ledger.ts';
import { paymentOf, payments } from '../signup/payments.ts';
import { screens, views } from '../signup/screens.ts';
import { openRegistration, unknownOutcomes } from '../signup/words.ts';

const warningTitle = '二重登録にご注意ください';

const wordsOfScreens = [...new Set(Object.values(screens).flatMap(({ visible }) => visible))];

/** Everything that a donor must see on a screen, as {@link see} returns it. */
export function expectedScreen(ledger: Ledger) {
  const { at, form, said, wrongFields, card, ticked } = ledger;
  // What the chart names is checked before.
  const { visible } = screens[at as SignupState];
  const view = screenOf(at) as keyof typeof views;
  const { title, step, ...rest } = views[view];
  const payment = paymentOf(form);
  const isReviewing = at === 'confirm.reviewing';
  const isForm = at.startsWith('input.form');
  const offer = offerOf(ledger);
  const warning = isReviewing ? warningFor(ledger) : null;
  const texts = [
    ...wordsOfScreens
      // The notes cover the form.
      .filter((text) => at !== 'input.cardNotice' || !screens['input.form.filling'].visible.includes(text))
      .map((text) => [text, visible.includes(text)] as const),
    ...Object.values(payments).flatMap((each) => [
      ...(isReviewing ? each.termsOnConfirm.map((text) => [text, each === payment] as const) : []),
      ...(isReviewing || isForm
        ? each.terms.map((text) => [text, each === payment && !form.expatriate] as const)
        : []),
    ]),
    ...(isForm ? [['カードを変更する', payment.needsCard && card !== null] as const] : []),
    ...(isForm && offer !== 'declined' ? [['この住所にする', offer === 'offered'] as const] : []),
    ...(view === 'confirm' ? [[warningTitle, warning !== null] as const] : []),
    ...(warning === null ? [] : [[warning, true] as const]),
  ];
  const fields = view === 'input' ? fieldsOf(ledger) : {};
  return {
    // the notes cover them
    ...(at === 'input.cardNotice' ? { heading: null, count: null } : rest),
    title: (said.length + wrongFields.length > 0 ? 'エラー：' : '') + title,
    currentStep: [step],
    texts: Object.fromEntries(texts.map(([text, isThere]) => [text, isThere ? 'seen' : 'absent'])),
    errors: said.map((message) => expect.stringContaining(message.replaceAll(/<[^>]*>/g, ''))),
    boxes: isReviewing
      ? Object.fromEntries(payment.boxes.map((name) => [name, ticked.includes(name)]))
      : expect.anything(),
    fields,
    shut: isForm ? [] : Object.keys(fields).sort(),
    summary: view === 'confirm' ? summaryOf(ledger) : [],
    commitment:
      view === 'confirm' && at !== 'confirm.cardExpired'
        ? `毎月${yenOf(ledger)}のご寄付を申し込みますお支払い方法：${form.paymentMethod}`
        : null,
  };
}

/** The warning that sending may register twice, because of an earlier attempt. */
function warningFor({ unanswered, registration }: Ledger): string | null {
  if (unanswered !== null) return unknownOutcomes[unanswered];
  return registration && !registration.isDeclined ? openRegistration : null;
}

/** Every field that the form shows, with its value. Only the browser knows a card's number and code. */
function fieldsOf({ form, card }: Ledger): Record<string, unknown> {
  const digits = form.zip.replaceAll(/\D/g, '');
  const shown = { ...form, zip: digits.length > 3 ? `${digits.slice(0, 3)} - ${digits.slice(3)}` : digits };
  return Object.fromEntries(
    inputFields(form, card !== null).map((name) => [
      name,
      isFormField(name) ? shown[name] : expect.any(String),
    ]),
  );
}

const yenOf = ({ form }: Ledger) =>
  `${Number(form.price === 'other' ? form.priceOther : form.price).toLocaleString('ja-JP')}円`;

/** The rows of the summary for the sample donors, who live at home and leave optional fields empty. */
function summaryOf({ form, card, lookups: { answer } }: Ledger): string[][] {
  const found = answer && answer.prefecture + answer.city;
  const isDoubtful = found !== null && found !== form.prefecture + form.city;
  const doubt = isDoubtful ? `〒${form.zip}の住所は、${found}です。ご住所をご確認ください。` : '';
  return [
    ['毎月のご支援金額', yenOf({ form } as Ledger)],
    ['お名前', `${form.lastName} ${form.firstName}`],
    ['ふりがな', form.furigana],
    ['メールアドレス', form.email],
    ['活動報告メール', 'はい'],
    ['ご住所', `〒${form.zip}${form.prefecture}${form.city}${form.street}${doubt}`],
    ['電話番号', form.phone],
    ['領収書', '必要'],
    ['年次報告書', '必要'],
    ['お支払い方法', form.paymentMethod],
    ...(paymentOf(form).needsCard
      ? [
          ['カード番号', card?.maskedCardNumber ?? ''],
          ['有効期限', `${form.expirationYear}年${form.expirationMonth}月`],
        ]
      : []),
  ];
}

/**
 * What the page shows. Runs in the browser. A text is visible if an element that begins with it can be touched, and
 * absent if no such element is drawn.
 */
export function see(texts: readonly string[]) {
  const { scrollX, scrollY } = window;
  const elements = [...document.querySelectorAll<HTMLElement>('main *')];
  const isDrawn = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isSeen = (element: Element) => {
    if (!isDrawn(element)) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box) return false;
    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    // touches pass through inert elements
    return (
      met !== null &&
      (element.contains(met) || (element.closest('[inert]') !== null && met.contains(element)))
    );
  };
  const appearance = (text: string) => {
    const those = elements.filter(
      (element) => element.childElementCount < 4 && element.textContent.trim().startsWith(text),
    );
    if (!those.some(isDrawn)) return 'absent';
    return those.some(isSeen) ? 'seen' : 'hidden';
  };
  const seenText = (selector: string) => {
    const element = document.querySelector(selector);
    return element && isSeen(element) ? element.textContent : null;
  };
  const controls = [...document.querySelectorAll<HTMLInputElement>('.input-form [name]')].filter(isDrawn);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name$="nderstood"]')];
  const dialog = document.querySelector('dialog:modal');
  const fields: Record<string, string | boolean> = {};
  for (const { name, type, checked, value } of controls) {
    if (type === 'checkbox') fields[name] = checked;
    else if (type !== 'radio') fields[name] = value;
    else if (checked) fields[name] = value;
    else fields[name] ??= '';
  }
  const isShut = (control: HTMLElement) =>
    control.matches(':disabled, :read-only:not(select, [type="radio"], [type="checkbox"])') ||
    control.closest('[inert]') !== null ||
    (dialog !== null && !dialog.contains(control));
  const found = {
    state: document.querySelector<HTMLElement>('main')?.dataset.state ?? '',
    path: location.pathname,
    session: sessionStorage.getItem('signup.v2'),
    title: document.title,
    heading: seenText('h1'),
    count: seenText('.steps-count'),
    currentStep: [...document.querySelectorAll('[aria-current="step"]')]
      .filter(isDrawn)
      .map(({ textContent }) => textContent),
    texts: Object.fromEntries(texts.map((text) => [text, appearance(text)])),
    errors: [...document.querySelectorAll('[data-errors] > li')]
      .filter(isDrawn)
      .map(({ textContent }) => textContent),
    boxes: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
    fields,
    shut: [...new Set(controls.filter(isShut).map(({ name }) => name))].sort(),
    summary: [...document.querySelectorAll('.confirm-summary dl > div')].filter(isDrawn).map((row) =>
      [...row.children].map((part) => {
        const words = part.cloneNode(true) as Element;
        for (const other of words.querySelectorAll('.summary-change, .visually-hidden')) other.remove();
        return words.textContent.replaceAll('\n', '');
      }),
    ),
    commitment: seenText('#confirm-amount'),
  };
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  return found;
}
