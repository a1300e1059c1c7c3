import { CARD, type FieldName, type SignupForm } from '../src/signup/form.ts';

/** What must hold for a field. Without a property, nothing of that kind must hold. */
interface FieldRow {
  /** Where it is shown, if not everywhere. */
  only?: 'home' | 'overseas';
  /** A text in the donor's own words, which has at most 200 characters and no card number. */
  isWords?: true;
  /** Shown with payment by card only. */
  isOfCard?: true;
  /** A complete donor's values, at home and overseas, of a required field; the others stay as they are. */
  sample?: readonly [home: string, overseas: string];
  /** The keys of the payload that have what was typed; default: its own name. */
  sentAs?: readonly string[];
  /** The row of the confirm screen that shows it. */
  summary?: string;
}

const both = (value: string) => [value, value] as const;
const address = { isWords: true, summary: 'ご住所' } as const;
const birth = { summary: '生年月日' } as const;
const secret = { isOfCard: true, summary: 'カード番号', sentAs: [] } as const;
const expiry = { isOfCard: true, summary: '有効期限' } as const;

/** Every field, in the order of the screen at home. A new field is one row here. What it shows stands in views/words.txt. */
export const fieldTable: Readonly<Record<FieldName, FieldRow>> = {
  price: { summary: '毎月のご支援金額' },
  priceOther: { sentAs: [], summary: '毎月のご支援金額' },
  lastName: { isWords: true, sample: both('山田'), summary: 'お名前' },
  firstName: { isWords: true, sample: both('花子'), summary: 'お名前' },
  furigana: { isWords: true, sample: both('やまだはなこ'), summary: 'ふりがな' },
  email: { isWords: true, sample: both('hanako.yamada@example.jp'), summary: 'メールアドレス' },
  mailMagazine: { summary: '活動報告メール' },
  expatriate: {},
  zip: { only: 'home', sample: ['100-0001', ''], summary: 'ご住所' },
  prefecture: { ...address, sample: ['東京都', 'NY'], sentAs: ['prefecture', 'state'] },
  city: { ...address, sample: ['千代田区千代田', 'New York'] },
  street: { ...address, sample: ['1-1 皇居マンション101', '350 Fifth Avenue'] },
  country: { only: 'overseas', ...address, sample: ['', 'United States of America'] },
  zipExpatriate: { only: 'overseas', ...address, sample: ['', '10118'], sentAs: ['zip', 'zipExpatriate'] },
  phone: { isWords: true, sample: both('09012345678'), summary: '電話番号' },
  birthYear: birth,
  birthMonth: birth,
  birthDay: birth,
  gender: { summary: '性別' },
  receipt: { only: 'home', summary: '領収書' },
  annualReport: { only: 'home', summary: '年次報告書' },
  paymentMethod: { summary: 'お支払い方法' },
  cardNum: { ...secret, sample: both('4111111111111111') },
  expirationMonth: { ...expiry, sample: both('12'), sentAs: ['expirationMonth', 'cardExpiryMonth'] },
  expirationYear: {
    ...expiry,
    sample: both(String(new Date().getFullYear() + 3)),
    sentAs: ['expirationYear', 'cardExpiryYear'],
  },
  securityCode: { ...secret, sample: both('123') },
};

/** The rows' names; to the compiler they are just texts. */
const names = Object.keys(fieldTable) as FieldName[];

/** An overseas address is asked for in this order. */
const overseasAddress: readonly FieldName[] = ['street', 'city', 'prefecture', 'country', 'zipExpatriate'];

type Chosen = Pick<SignupForm, 'expatriate' | 'paymentMethod' | 'price'>;

/** The fields that the input screen shows for these choices, in its order. */
export function shownFields(form: Chosen): FieldName[] {
  const shown = names.filter((name) => {
    const { only, isOfCard } = fieldTable[name];
    if (isOfCard && form.paymentMethod !== CARD) return false;
    return (
      only !== (form.expatriate ? 'home' : 'overseas') && (name !== 'priceOther' || form.price === 'other')
    );
  });
  if (!form.expatriate) return shown;
  const [before, after] = [shown.indexOf('expatriate') + 1, shown.indexOf('phone')];
  return [...shown.slice(0, before), ...overseasAddress, ...shown.slice(after)];
}

/** Those of them that a donor must fill in. Groups have a choice from the start. */
export const requiredFields = (form: Chosen): FieldName[] =>
  shownFields(form).filter((name) => name === 'priceOther' || fieldTable[name].sample);

/** The keys of the payload that have a field's value. */
export const keysOf = (name: FieldName): readonly string[] => fieldTable[name].sentAs ?? [name];

/** Every field that a donor fills in words. */
export const wordFields = names.filter((name) => fieldTable[name].isWords);
