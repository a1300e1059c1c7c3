import { useSelector } from '@xstate/react';
import { organisationWords } from '../../organisation/words.ts';
import { label } from '../../signup/fields.ts';
import { genders } from '../../signup/form.ts';
import { birthDayEmptied, phoneExample } from '../../signup/messages.ts';
import type { SignupActor } from '../signup-actor.ts';
import { AddressFields } from './AddressFields.tsx';
import type { SectionProps } from './AmountSection.tsx';
import { Bilingual } from './Bilingual.tsx';
import { BirthDateFields } from './BirthDateFields.tsx';
import { CheckField } from './CheckField.tsx';
import { type Choice, ChoiceField } from './ChoiceField.tsx';
import { EmailField } from './EmailField.tsx';
import { NameInput } from './NameInput.tsx';
import { TextField } from './TextField.tsx';

const genderChoices: readonly Choice[] = [
  ...genders.map((gender): Choice => ({ change: { name: 'gender', value: gender }, label: gender })),
  { change: { name: 'gender', value: '' }, label: '回答しない' },
];

const phoneHint = organisationWords.phonePurpose;

type ProfileSectionProps = SectionProps & { actor: SignupActor; now: Date };

/** 基本情報: who the donor is and where letters go. */
export function ProfileSection(props: ProfileSectionProps) {
  const { actor, values, errors, now } = props;
  const isDoubted = useSelector(actor, ({ context }) => context.furigana.isDoubted);
  const isDayEmptied = useSelector(actor, ({ context }) => context.isDayEmptied);
  const abroad = values.expatriate;
  return (
    <section className="section" aria-labelledby="section-profile">
      <h2 id="section-profile">基本情報</h2>
      <div className="field-pair">
        <NameInput
          name="lastName"
          label={label('lastName', abroad)}
          value={values.lastName}
          error={errors.lastName}
          autoComplete="family-name"
        />
        <NameInput
          name="firstName"
          label={label('firstName', abroad)}
          value={values.firstName}
          error={errors.firstName}
          autoComplete="given-name"
        />
      </div>
      <TextField
        name="furigana"
        label={label('furigana', abroad)}
        hint={`${organisationWords.furiganaPurpose}自動で入りますので、違うときは直してください。`}
        value={values.furigana}
        error={errors.furigana}
        status={isDoubted ? 'お名前が変わりました。ふりがなが合っているか、ご確認ください。' : ''}
        autoComplete="off"
      />
      <EmailField label={label('email', abroad)} value={values.email} error={errors.email} />
      <CheckField
        name="mailMagazine"
        label={abroad ? '活動報告メールを受け取る（Receive the newsletter）' : '活動報告メールを受け取る'}
        hint={organisationWords.mailMagazineEnd}
        checked={values.mailMagazine}
      />

      <CheckField
        name="expatriate"
        label="海外に住んでいる / I live outside Japan"
        checked={values.expatriate}
      />
      <AddressFields actor={actor} values={values} errors={errors} />

      <TextField
        name="phone"
        label={label('phone', abroad)}
        hint={
          abroad
            ? `${phoneHint}国番号を除いた、現地でかけるときの番号を入力してください（As dialled inside your country, without the country code：2025550123）。`
            : `${phoneHint}例：${phoneExample}`
        }
        value={values.phone}
        error={errors.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        width="medium"
        isVerbatim
      />
      <BirthDateFields
        values={values}
        errors={errors}
        status={isDayEmptied ? birthDayEmptied : ''}
        now={now}
      />
      <ChoiceField
        name="gender"
        legend={label('gender', abroad)}
        choices={genderChoices}
        value={values.gender}
        error={errors.gender}
        layout="row"
      />
      <fieldset className="field check-group">
        <legend className="field-label">
          <Bilingual text={abroad ? '郵送物について（Mailings）' : '郵送物について'} />
          <span className="badge">任意</span>
        </legend>
        <p className="field-hint">お送りしなくてよいものがあれば、チェックしてください。</p>
        <CheckField
          name="receipt"
          label={abroad ? '領収書は不要（No receipt needed）' : '領収書は不要'}
          checked={values.receipt}
        />
        <CheckField
          name="annualReport"
          label={abroad ? '年次報告書は不要（No annual report needed）' : '年次報告書は不要'}
          checked={values.annualReport}
        />
      </fieldset>
    </section>
  );
}
