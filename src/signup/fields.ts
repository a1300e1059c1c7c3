import { CARD, type FieldName, type FormField, type SignupForm } from './form.ts';

const labels: Record<FieldName, string> = {
  price: '毎月のご支援金額',
  priceOther: 'その他の金額（月額）',
  lastName: '姓',
  firstName: '名',
  furigana: 'ふりがな',
  email: 'メールアドレス',
  mailMagazine: '活動報告メール',
  expatriate: '海外在住',
  zip: '郵便番号',
  prefecture: '都道府県',
  city: '市区町村',
  street: '番地・建物名',
  country: '国',
  zipExpatriate: '郵便番号（海外）',
  phone: '電話番号',
  birthYear: '生年月日（年）',
  birthMonth: '生年月日（月）',
  birthDay: '生年月日（日）',
  gender: '性別',
  receipt: '領収書',
  annualReport: '年次報告書',
  paymentMethod: 'お支払い方法',
  cardNum: 'カード番号',
  expirationMonth: '有効期限（月）',
  expirationYear: '有効期限（年）',
  securityCode: 'セキュリティコード',
};

const overseasLabels: Partial<Record<FieldName, string>> = {
  price: '毎月のご支援金額（Monthly amount）',
  priceOther: 'その他の金額（Other amount a month）',
  lastName: '姓（Last name）',
  firstName: '名（First name）',
  furigana: 'ふりがな（Furigana）',
  email: 'メールアドレス（Email）',
  mailMagazine: '活動報告メール（Newsletter）',
  expatriate: '海外在住（Living abroad）',
  street: '番地・通り（Street）',
  city: '市（City）',
  prefecture: '州・県（State / Prov）',
  country: '国（Country）',
  zipExpatriate: '郵便番号（Zip）',
  phone: '電話番号（Phone）',
  birthYear: '生年月日・年（Year of birth）',
  birthMonth: '生年月日・月（Month of birth）',
  birthDay: '生年月日・日（Day of birth）',
  gender: '性別（Gender）',
  receipt: '領収書（Receipt）',
  annualReport: '年次報告書（Annual report）',
  paymentMethod: 'お支払い方法（Payment method）',
  cardNum: 'カード番号（Card number）',
  expirationMonth: '有効期限・月（Expiry month）',
  expirationYear: '有効期限・年（Expiry year）',
  securityCode: 'セキュリティコード（Security code）',
};

/** The Japanese name of a field; abroad it carries the English one too. */
export function label(name: FieldName, expatriate = false): string {
  return (expatriate ? overseasLabels[name] : undefined) ?? labels[name];
}

const homeAddress: readonly FieldName[] = ['zip', 'prefecture', 'city', 'street'];
const overseasAddress: readonly FieldName[] = ['street', 'city', 'prefecture', 'country', 'zipExpatriate'];
const cardFields: readonly FieldName[] = ['cardNum', 'expirationMonth', 'expirationYear', 'securityCode'];

type Choices = Pick<SignupForm, 'price' | 'expatriate' | 'paymentMethod'>;

/**
 * The fields that the input screen shows now, in the order of the screen.
 * @param cardOnFile a card token is kept, so no card is asked for (decision 6)
 */
export function inputFields(form: Choices, cardOnFile: boolean): FieldName[] {
  return [
    'price',
    ...(form.price === 'other' ? (['priceOther'] as const) : []),
    'lastName',
    'firstName',
    'furigana',
    'email',
    'mailMagazine',
    'expatriate',
    ...(form.expatriate ? overseasAddress : homeAddress),
    'phone',
    'birthYear',
    'birthMonth',
    'birthDay',
    'gender',
    'receipt',
    'annualReport',
    'paymentMethod',
    ...(form.paymentMethod === CARD && !cardOnFile ? cardFields : []),
  ];
}

const optionalFields: ReadonlySet<FieldName> = new Set([
  'mailMagazine',
  'expatriate',
  'birthYear',
  'birthMonth',
  'birthDay',
  'gender',
  'receipt',
  'annualReport',
]);

/** Whether the specification's §5 lets this field stay empty. Every other field is required wherever it is shown. */
export function isOptional(name: FieldName): boolean {
  return optionalFields.has(name);
}

/**
 * Whether everything required is there, without the weight of the schema: decides on reload whether
 * the confirm screen may be shown. Says nothing about whether the values are right.
 * @param hasCard a usable card token is kept
 */
export function isComplete(form: SignupForm, hasCard: boolean): boolean {
  return inputFields(form, hasCard).every(
    (name) => isOptional(name) || (isFormField(name, form) && String(form[name]).trim() !== ''),
  );
}

/** The card number and the security code are never in the form: where they are asked for, something is missing. */
function isFormField(name: FieldName, form: SignupForm): name is FormField {
  return Object.hasOwn(form, name);
}
