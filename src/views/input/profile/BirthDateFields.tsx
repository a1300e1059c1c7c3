import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { organisation } from '#organisation/organisation.ts';
import { birthDayEmptied } from '../../../signup/messages.ts';
import { birthDays, birthMonths, birthYears } from '../../../signup/profile/birth-date.ts';
import { Bilingual } from '../../shared/Bilingual.tsx';
import { LiveRegion } from '../../shared/LiveRegion.tsx';
import { useFormValue } from '../field-values.ts';
import { SelectField } from '../fields/SelectField.tsx';
import { useFieldActions } from '../input-form.ts';

const hasHint = organisation.words.birthDatePurpose !== '';

/** Three lists; the days follow year and month (specification §4). */
export function BirthDateFields({ now }: { now: Date }) {
  const { actor } = useFieldActions();
  const isDayEmptied = useSelector(actor, ({ context }) => context.isDayEmptied);
  const isOverseas = useFormValue('expatriate');
  const birthYear = useFormValue('birthYear');
  const birthMonth = useFormValue('birthMonth');
  const years = useMemo(() => birthYears(now), [now]);
  const days = birthDays(birthYear, birthMonth);
  return (
    <fieldset className="field" aria-describedby={hasHint ? 'hint-birthDate' : undefined}>
      <legend className="field-label">
        <Bilingual text={isOverseas ? '生年月日（Date of birth）' : '生年月日'} />
        <span className="badge">任意</span>
      </legend>
      {hasHint && (
        <p id="hint-birthDate" className="field-hint">
          {organisation.words.birthDatePurpose}
        </p>
      )}
      <div className="field-triple">
        <SelectField name="birthYear" label="年" unit="年" options={years} autoComplete="bday-year" isPart />
        <SelectField
          name="birthMonth"
          label="月"
          unit="月"
          options={birthMonths}
          autoComplete="bday-month"
          isPart
        />
        <SelectField name="birthDay" label="日" unit="日" options={days} autoComplete="bday-day" isPart />
      </div>
      <LiveRegion className="field-status">{isDayEmptied ? birthDayEmptied : ''}</LiveRegion>
    </fieldset>
  );
}
