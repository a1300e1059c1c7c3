import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { organisation } from '#organisation/organisation.ts';
import {
  type PostalLookups,
  type PostalMismatch,
  postalMismatch,
  streetWithoutCity,
} from '../../signup/address/postal-address.ts';
import { formatYen, paymentAmount } from '../../signup/amount/amount.ts';
import { formatExpiry } from '../../signup/card/card-expiry.ts';
import { inputFields, label } from '../../signup/fields.ts';
import { type FieldName, type SignupForm, sections } from '../../signup/form.ts';
import { MaskedNumber } from '../shared/MaskedNumber.tsx';
import type { SignupActor } from '../signup-actor.ts';
import { InputLink } from './InputLink.tsx';

const { asks } = organisation;

type SummaryProps = { actor: SignupActor; form: SignupForm };
type RowProps = SummaryProps & { maskedCardNumber: string | undefined };

/** Overseas nothing is mailed, and the application says so (decision 30). */
function mailing(isUnneeded: boolean, { expatriate }: SignupForm): string {
  if (expatriate) return '不要（海外へは郵便物をお送りしておりません）';
  return isUnneeded ? '不要' : '必要';
}

type SentField = Exclude<FieldName, 'securityCode'>;
/** The content of each field's row, or the field whose row shows it too (decision 39). Without content there is no row. */
const summary: Readonly<Record<SentField, ((props: RowProps) => ReactNode) | SentField>> = {
  price: ({ form }) => <b>{formatYen(paymentAmount(form))}</b>,
  priceOther: 'price',
  lastName: ({ form }) => `${form.lastName} ${form.firstName}`,
  firstName: 'lastName',
  furigana: ({ form }) => form.furigana,
  email: ({ form }) => form.email,
  mailMagazine: ({ form }) => (form.mailMagazine ? 'はい' : 'いいえ'),
  expatriate: 'street',
  zip: (props) => <AddressText {...props} />,
  zipExpatriate: 'street',
  country: 'street',
  prefecture: 'zip',
  city: 'zip',
  street: (props) => props.form.expatriate && <AddressText {...props} />,
  phone: ({ form }) => form.phone,
  birthYear: ({ form }) => birthDateText(form),
  birthMonth: 'birthYear',
  birthDay: 'birthYear',
  gender: ({ form }) => form.gender,
  receipt: ({ form }) => mailing(form.receipt, form),
  annualReport: ({ form }) => mailing(form.annualReport, form),
  paymentMethod: ({ form }) => form.paymentMethod,
  cardNum: ({ maskedCardNumber }) => maskedCardNumber && <MaskedNumber>{maskedCardNumber}</MaskedNumber>,
  expirationMonth: ({ form, maskedCardNumber }) => maskedCardNumber && formatExpiry(form),
  expirationYear: 'expirationMonth',
};

/** The names of rows that show several fields. */
const rowNames: Partial<Record<FieldName, string>> = {
  lastName: 'お名前',
  zip: 'ご住所',
  street: 'ご住所',
  birthYear: '生年月日',
  expirationMonth: '有効期限',
};

const panels = [
  { id: 'confirm-support', heading: 'ご支援内容', section: sections.amount },
  { id: 'confirm-person', heading: '基本情報', section: sections.profile },
  { id: 'confirm-payment', heading: 'お支払い方法', section: sections.payment },
];

/** Everything that the donor has filled in, in the order of the input screen. Each row links back to its field. */
export function Summary({ actor, form }: SummaryProps) {
  const maskedCardNumber = useSelector(actor, ({ context }) => context.card?.maskedCardNumber);
  const shown = inputFields(form, false);
  const unmailed: FieldName[] = form.expatriate && asks.mailings ? ['receipt', 'annualReport'] : [];
  const row = (field: FieldName) => {
    const content = field === 'securityCode' ? null : summary[field];
    const value = typeof content === 'function' && content({ actor, form, maskedCardNumber });
    const name = rowNames[field] ?? label(field);
    return value ? (
      <div key={field} className="summary-row">
        <dt>{name}</dt>
        {/* One value: a screen reader would count the link in a dd of its own as a second one. */}
        <dd>
          {value}
          <span className="summary-change">
            {/* Its own name: hidden words would be read as a second link. */}
            <InputLink
              actor={actor}
              field={unmailed.includes(field) ? 'expatriate' : field}
              aria-label={`変更する（${name}）`}
            >
              変更する
            </InputLink>
          </span>
        </dd>
      </div>
    ) : null;
  };
  return panels.map(({ id, heading, section }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <dl>{[...shown, ...unmailed].filter((name) => Object.hasOwn(section, name)).map(row)}</dl>
    </section>
  ));
}

function AddressText({ actor, form }: SummaryProps) {
  const lookups = useSelector(actor, ({ context }) => context.lookups);
  if (form.expatriate) {
    const parts = [form.street, form.city, form.prefecture, form.zipExpatriate, form.country];
    return <span translate="no">{parts.join(', ')}</span>;
  }
  return (
    <>
      {`〒${form.zip}\n${form.prefecture + form.city}\n${form.street}`}
      {addressDoubts(form, lookups).map((doubt) => (
        <p key={doubt} className="notice notice-warning summary-doubt">
          {doubt}
        </p>
      ))}
    </>
  );
}

/** What looks wrong with a home address: the postal code belongs to another one (decision 16), the street repeats it. */
function addressDoubts(form: SignupForm, lookups: PostalLookups): string[] {
  const mismatch = postalMismatch(form, lookups);
  return [
    ...(mismatch === null ? [] : [mismatchDoubt(form, mismatch)]),
    ...(streetWithoutCity(form) === null
      ? []
      : ['番地・建物名にも、都道府県や市区町村が入っています。ご住所をご確認ください。']),
  ];
}

function mismatchDoubt({ zip }: SignupForm, mismatch: PostalMismatch): string {
  if (mismatch.kind === 'doubtful') return '郵便番号と住所が合っているか、ご確認ください。';
  const { prefecture, city } = mismatch.address;
  return `〒${zip}の住所は、${prefecture}${city}です。ご住所をご確認ください。`;
}

/**
 * The given parts, `1980年2月29日` or `1980年`; empty if none is given (specification §2). For a day without a month it
 * says that the month is missing.
 */
function birthDateText({ birthYear, birthMonth, birthDay }: SignupForm): string {
  const year = birthYear && `${birthYear}年`;
  const isWithoutMonth = birthDay !== '' && birthMonth === '';
  return (
    year +
    (birthMonth && `${birthMonth}月`) +
    (birthDay && `${birthDay}日`) +
    (isWithoutMonth ? '（月が選ばれていません）' : '')
  );
}
