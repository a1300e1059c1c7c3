import { label } from '../../signup/fields.ts';
import { prefectures } from '../../signup/prefectures.ts';
import type { SignupActor } from '../signup-actor.ts';
import type { SectionProps } from './AmountSection.tsx';
import { CountryField } from './CountryField.tsx';
import { PostalNote } from './PostalNote.tsx';
import { SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';
import { ZipField } from './ZipField.tsx';

/** The Japanese or the overseas shape of the address (specification §2). */
export function AddressFields({ actor, ...section }: SectionProps & { actor: SignupActor }) {
  return section.values.expatriate ? (
    <OverseasAddress {...section} />
  ) : (
    <HomeAddress {...section} actor={actor} />
  );
}

function HomeAddress({ actor, values, errors }: SectionProps & { actor: SignupActor }) {
  return (
    <>
      <ZipField label={label('zip')} value={values.zip} error={errors.zip} />
      <PostalNote actor={actor} />
      <SelectField
        name="prefecture"
        label={label('prefecture')}
        value={values.prefecture}
        error={errors.prefecture}
        options={prefectures}
        empty="選択してください"
        autoComplete="address-level1"
        width="medium"
      />
      <TextField
        name="city"
        label={label('city')}
        hint="例：千代田区霞が関"
        value={values.city}
        error={errors.city}
        autoComplete="address-level2"
      />
      <TextField
        name="street"
        label={label('street')}
        hint="例：1-2-3 〇〇マンション405号室"
        value={values.street}
        error={errors.street}
        autoComplete="address-line1"
      />
    </>
  );
}

function OverseasAddress({ values, errors }: SectionProps) {
  return (
    <>
      <p className="notice">
        海外へは郵便物をお送りしておりません。あらかじめご了承ください。
        <br />
        <span lang="en">Please note that we do not send mail outside Japan.</span>
      </p>
      <TextField
        name="street"
        label={label('street', true)}
        lang="en"
        value={values.street}
        error={errors.street}
        autoComplete="address-line1"
      />
      <TextField
        name="city"
        label={label('city', true)}
        lang="en"
        value={values.city}
        error={errors.city}
        autoComplete="address-level2"
      />
      <TextField
        name="prefecture"
        label={label('prefecture', true)}
        hint="ない場合は、市の名前をもう一度入力してください。（If none, repeat the city.）"
        lang="en"
        value={values.prefecture}
        error={errors.prefecture}
        autoComplete="address-level1"
      />
      <CountryField value={values.country} error={errors.country} />
      <TextField
        name="zipExpatriate"
        label={label('zipExpatriate', true)}
        hint="郵便番号のない国や地域では「なし」と入力してください。（If none, enter “none”.）"
        lang="en"
        value={values.zipExpatriate}
        error={errors.zipExpatriate}
        autoComplete="postal-code"
        width="medium"
        isVerbatim
      />
    </>
  );
}
