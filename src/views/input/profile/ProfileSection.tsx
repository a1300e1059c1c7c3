import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { genders } from '../../../signup/form.ts';
import { fieldMessages, phoneExample } from '../../../signup/messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { AddressFields } from '../address/AddressFields.tsx';
import { useFieldError } from '../field-errors.ts';
import { useFormValue } from '../field-values.ts';
import { CheckField } from '../fields/CheckField.tsx';
import { type Choice, ChoiceField } from '../fields/ChoiceField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { useFieldActions } from '../input-form.ts';
import { BirthDateFields } from './BirthDateFields.tsx';
import { EmailField } from './EmailField.tsx';

const genderChoices: readonly Choice[] = [
  ...genders.map((gender): Choice => ({ change: { name: 'gender', value: gender }, label: gender })),
  { change: { name: 'gender', value: '' }, label: '回答しない' },
];

const { asks, words } = organisation;

/** Furigana follows names that are typed in kana; names in Latin letters, or filled in by a browser, bring none. */
const furiganaHint = 'ひらがなで入力してください。お名前の入力に合わせて、自動で入ることがあります。';
const furiganaHintInEnglish = '（In hiragana. It may be filled in as you type your name.）';

/** 基本情報: name, contact, address, birth date, gender, mailings. */
export const ProfileSection = memo(function ProfileSection({ now }: { now: Date }) {
  const { actor } = useFieldActions();
  const isDoubted = useSelector(actor, ({ context }) => context.furigana.isDoubted);
  const isOverseas = useFormValue('expatriate');
  return (
    <section className="section" aria-labelledby="section-profile">
      <h2 id="section-profile">基本情報</h2>
      <div className="field-pair">
        <TextField name="lastName" autoComplete="family-name" spellCheck={false} />
        <TextField name="firstName" autoComplete="given-name" spellCheck={false} />
      </div>
      <TextField
        name="furigana"
        hint={words.furiganaPurpose + furiganaHint + (isOverseas ? furiganaHintInEnglish : '')}
        status={isDoubted ? 'お名前が変わりました。ふりがなが合っているか、ご確認ください。' : ''}
        autoComplete="off"
      />
      <EmailField />
      {asks.mailMagazine && (
        <CheckField
          name="mailMagazine"
          label={
            isOverseas ? '活動報告メールを受け取る（Receive the newsletter）' : '活動報告メールを受け取る'
          }
          hint={words.mailMagazineEnd}
        />
      )}

      {asks.overseas && <CheckField name="expatriate" label="海外に住んでいる（I live outside Japan）" />}
      <AddressFields />

      <TextField
        name="phone"
        hint={words.phonePurpose + (isOverseas ? fieldMessages.overseasPhone : `例：${phoneExample}`)}
        type="tel"
        inputMode="tel"
        autoComplete={isOverseas ? 'tel-national' : 'tel'}
        width="medium"
        below={shortNumberNote}
      />
      {asks.birthDate && <BirthDateFields now={now} />}
      {asks.gender && <ChoiceField name="gender" choices={genderChoices} layout="row" />}
      {asks.mailings && !isOverseas && <Mailings />}
    </section>
  );
});

const shortNumberNote = () => <ShortNumberNote />;

/** What donors whose country has shorter numbers can do (decision 17). The bubble is a button and can hold no link. */
function ShortNumberNote() {
  const { error } = useFieldError('phone');
  if (error !== fieldMessages.overseasPhone) return null;
  return (
    <p className="field-hint">
      10桁か11桁の電話番号をお持ちでない方は、
      <NewTabLink href={organisation.links.contact}>お問い合わせください</NewTabLink>。
      <span lang="en">If your number is shorter or longer, please contact us.</span>
    </p>
  );
}

function Mailings() {
  return (
    <fieldset className="field check-group" aria-describedby="hint-mailings">
      <legend className="field-label">
        <span>郵送物について</span>
        <span className="badge">任意</span>
      </legend>
      <p id="hint-mailings" className="field-hint">
        郵送が不要なものがあれば、チェックを入れてください。
      </p>
      <CheckField name="receipt" label="領収書は不要" />
      <CheckField name="annualReport" label="年次報告書は不要" />
    </fieldset>
  );
}
