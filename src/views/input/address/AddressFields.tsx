import { prefectures } from '../../../signup/address/prefectures.ts';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { useFormValue } from '../field-values.ts';
import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { CountryField } from './CountryField.tsx';
import { PostalNote } from './PostalNote.tsx';
import { StreetNote } from './StreetNote.tsx';
import { ZipField } from './ZipField.tsx';

/** The fields of the home or the overseas address (specification §2). */
export function AddressFields() {
  const isOverseas = useFormValue('expatriate');
  return (
    <>
      <LiveRegion as="div">
        {isOverseas && (
          <p className="notice">
            海外へは郵便物をお送りしておりません。あらかじめご了承ください。
            <br />
            <span lang="en">Please note that we do not send mail outside Japan.</span>
          </p>
        )}
      </LiveRegion>
      {isOverseas ? <OverseasAddress /> : <HomeAddress />}
    </>
  );
}

function HomeAddress() {
  return (
    <>
      <div className="address-line">
        <ZipField />
        <PostalNote />
        <SelectField
          name="prefecture"
          options={prefectures}
          empty="選択してください"
          autoComplete="address-level1"
          width="medium"
        />
      </div>
      <TextField name="city" hint="例：千代田区霞が関" autoComplete="address-level2" />
      <TextField name="street" hint="例：1-2-3 〇〇マンション405号室" autoComplete="street-address" />
      <StreetNote />
    </>
  );
}

function OverseasAddress() {
  return (
    <>
      <TextField name="street" lang="en" autoComplete="street-address" />
      <TextField name="city" lang="en" autoComplete="address-level2" />
      <TextField
        name="prefecture"
        hint="州や県のない国や地域では「-」と入力してください。（If none, enter “-”.）"
        lang="en"
        autoComplete="address-level1"
      />
      <CountryField />
      <TextField
        name="zipExpatriate"
        hint="郵便番号のない国や地域では「-」と入力してください。（If none, enter “-”.）"
        lang="en"
        autoComplete="postal-code"
        width="medium"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}
