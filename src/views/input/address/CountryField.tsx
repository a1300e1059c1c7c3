import { memo, useCallback, useEffect, useState } from 'react';
import { countriesMissing } from '../../../signup/messages.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { useFormValue } from '../field-values.ts';
import { isComposing } from '../fields/composing.ts';
import { Field } from '../fields/Field.tsx';
import { Options } from '../fields/Options.tsx';
import { useFieldActions } from '../input-form.ts';

type Countries = typeof import('../../../signup/address/countries.ts');

/**
 * A list of countries, with a search field above it for both languages: typing into the list finds English names only,
 * and phones cannot do it.
 */
export const CountryField = memo(function CountryField() {
  const value = useFormValue('country');
  const { change } = useFieldActions();
  const { list, isMissing, load } = useCountries();
  const [query, setQuery] = useState('');

  const found = list?.findCountries(query).found ?? [];
  const offered = found.length > 0 ? found : (list?.countries ?? []);
  // The chosen country stays among the options while the list loads or a search hides it.
  const options = value === '' || offered.includes(value) ? offered : [value, ...offered];
  const bilingual = (country: string) => list?.bilingualCountry(country) ?? country;
  const choose = (country: string | undefined) => {
    if (country !== undefined && country !== value) change({ name: 'country', value: country });
  };

  const search = (text: string) => {
    setQuery(text);
    choose(list?.findCountries(text).meant);
  };

  return (
    <Field name="country">
      {(control) => (
        <>
          <label className="field-hint" htmlFor="find-country">
            <Bilingual text="国名で探す（Search by name）" />
          </label>
          <input
            type="search"
            id="find-country"
            className="control"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            value={query}
            onFocus={load}
            onChange={(event) => search(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isComposing(event)) choose(found[0]);
            }}
          />
          <select
            className="control control-select"
            {...control}
            autoComplete="country-name"
            value={value}
            onFocus={load}
            onChange={(event) => {
              setQuery('');
              change({ name: 'country', value: event.target.value });
            }}
          >
            <option value="">選択してください / Please select</option>
            <Options choices={options} labelOf={list?.bilingualCountry} />
          </select>
          <LiveRegion className="field-status">
            {list && query !== '' && <Bilingual text={searchResult(found, value, bilingual)} />}
            {isMissing && <Bilingual text={countriesMissing} />}
          </LiveRegion>
        </>
      )}
    </Field>
  );
});

/** The result of a search, in words. Always says which country is chosen. */
export function searchResult(
  found: readonly string[],
  value: string,
  bilingual: (country: string) => string,
): string {
  if (value !== '' && found[0] === value) return `${bilingual(value)} を選びました。`;
  const chosen = value === '' ? '' : `現在の選択は ${bilingual(value)} です。`;
  if (found.length === 0)
    return `見つかりません。一覧からお選びください。${chosen}（Not found. Please choose from the list.）`;
  return `${found.length}件見つかりました。一覧からお選びください。${chosen}（${found.length} found. Please choose from the list.）`;
}

/** Loads the list when the overseas address is first shown, and again on `load` if that failed. */
function useCountries() {
  const [list, setList] = useState<Countries | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const load = useCallback(async () => {
    try {
      setList(await import('../../../signup/address/countries.ts'));
      setIsMissing(false);
    } catch {
      setIsMissing(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { list, isMissing, load };
}
