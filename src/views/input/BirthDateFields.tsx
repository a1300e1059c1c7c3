import { useMemo } from 'react';
import { organisationWords } from '../../organisation/words.ts';
import { birthDays, birthMonths, birthYears } from '../../signup/birth-date.ts';
import type { SectionProps } from './AmountSection.tsx';
import { Bilingual } from './Bilingual.tsx';
import { SelectField } from './SelectField.tsx';

const hasHint = organisationWords.birthDatePurpose !== '';

/** Three lists; the days follow year and month (specification §4). */
export function BirthDateFields(props: SectionProps & { status: string; now: Date }) {
  const { values, errors, status, now } = props;
  const { birthYear, birthMonth, birthDay } = values;
  const years = useMemo(() => birthYears(now), [now]);
  const days = useMemo(() => birthDays(birthYear, birthMonth), [birthYear, birthMonth]);
  return (
    <fieldset className="field" aria-describedby={hasHint ? 'hint-birthDate' : undefined}>
      <legend className="field-label">
        <Bilingual text={values.expatriate ? '生年月日（Date of birth）' : '生年月日'} />
        <span className="badge">任意</span>
      </legend>
      {hasHint && (
        <p id="hint-birthDate" className="field-hint">
          {organisationWords.birthDatePurpose}
        </p>
      )}
      <div className="field-triple">
        <SelectField
          name="birthYear"
          label="年"
          unit="年"
          value={birthYear}
          error={errors.birthYear}
          options={years}
          autoComplete="bday-year"
          isPart
        />
        <SelectField
          name="birthMonth"
          label="月"
          unit="月"
          value={birthMonth}
          error={errors.birthMonth}
          options={birthMonths}
          autoComplete="bday-month"
          isPart
        />
        <SelectField
          name="birthDay"
          label="日"
          unit="日"
          value={birthDay}
          error={errors.birthDay}
          options={days}
          autoComplete="bday-day"
          isPart
        />
      </div>
      <p className="field-status" role="status">
        {status}
      </p>
    </fieldset>
  );
}
