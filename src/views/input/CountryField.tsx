import { memo, useCallback, useEffect, useState } from 'react';
import { countriesMissing } from '../../signup/messages.ts';
import { Bilingual } from './Bilingual.tsx';
import { isOfComposition } from './composing.ts';
import { Field } from './Field.tsx';
import { useFieldActions, useFormValue } from './field-actions.ts';
import { isLeft } from './focus.ts';
import { Options } from './Options.tsx';

type Countries = typeof import('../../signup/countries.ts');

/**
 * A list of countries, with a line above that finds one by its name in either language: the list's own
 * type-ahead knows English only, and a phone has none.
 */
export const CountryField = memo(function CountryField() {
  const value = useFormValue('country');
  const { change, blur } = useFieldActions();
  const { list, isMissing, load } = useCountries();
  const [wanted, setWanted] = useState('');

  const found = list?.findCountries(wanted).found ?? [];
  const offered = found.length > 0 ? found : (list?.countries ?? []);
  // A kept value is offered all the same while the list is on its way, or while something else is looked for.
  const options = value === '' || offered.includes(value) ? offered : [value, ...offered];
  const inBoth = (country: string) => list?.bilingualCountry(country) ?? country;
  const choose = (country: string | undefined) => {
    if (country !== undefined && country !== value) change({ name: 'country', value: country });
  };

  const look = (text: string) => {
    setWanted(text);
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
            value={wanted}
            onFocus={load}
            onChange={(event) => look(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isOfComposition(event)) choose(found[0]);
            }}
          />
          <select
            className="control control-select"
            {...control}
            autoComplete="country-name"
            value={value}
            onFocus={load}
            onChange={(event) => {
              setWanted('');
              change({ name: 'country', value: event.target.value });
            }}
            onBlur={(event) => isLeft(event) && blur('country')}
          >
            <option value="">選択してください / Please select</option>
            <Options choices={options} say={list?.bilingualCountry} />
          </select>
          <p className="field-status" role="status">
            {list && wanted !== '' && told(found, value, inBoth)}
            {isMissing && countriesMissing}
          </p>
        </>
      )}
    </Field>
  );
});

/** What looking for a name has led to. */
function told(found: readonly string[], value: string, inBoth: (country: string) => string): string {
  if (found.length === 0)
    return '見つかりません。一覧からお選びください。 / Not found. Please choose from the list.';
  if (found[0] === value) return `${inBoth(value)} を選びました。`;
  return `${found.length}件見つかりました。一覧からお選びください。 / ${found.length} found. Please choose from the list.`;
}

/** Fetched when the overseas shape first shows, since donors in Japan never need it, and again whenever it is missed. */
function useCountries() {
  const [list, setList] = useState<Countries | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const load = useCallback(async () => {
    try {
      setList(await import('../../signup/countries.ts'));
      setIsMissing(false);
    } catch {
      setIsMissing(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { list, isMissing, load };
}
