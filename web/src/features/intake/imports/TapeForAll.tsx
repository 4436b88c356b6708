import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import {
  wholeFileFields,
  type WholeFileField,
} from '@bursar/contracts/intake/tape-whole-file.values';
import { tapeWords } from '@bursar/contracts/intake/tape-words.values';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CountField } from '../../../ui/form/CountField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { fieldText } from './TapeColumns.tsx';
import { meaningText } from './TapeWords.tsx';

type TapeForAllProps = {
  /** Fields that no column has. */
  fields: readonly WholeFileField[];
  today: string;
  values: WholeFileValues;
  onChange: (values: WholeFileValues) => void;
};

/** One value for all loans of the file, for each field that no column has. */
export function TapeForAll({ fields, today, values, onChange }: TapeForAllProps) {
  const { t } = useTranslation(['imports', 'facts']);
  if (fields.length === 0) return null;
  const set = (field: WholeFileField, value: string | null) => {
    const { [field]: _former, ...others } = values;
    onChange(value === null ? others : { ...others, [field]: value });
  };
  return (
    <Box flow="stack" gap={2} pad={[3, 4]}>
      <Text as="h4" size="body" weight="medium">
        {t('imports:forAll.title')}
      </Text>
      <Text tone="muted" size="table">
        {t('imports:forAll.meaning')}
      </Text>
      <Box flow="grid" columns="repeat(auto-fill, minmax(min(14rem, 100%), 1fr))" gap={4}>
        {fields.map((field) => (
          <ForAllField
            key={field}
            field={field}
            today={today}
            value={values[field] ?? null}
            onChange={(value) => set(field, value)}
          />
        ))}
      </Box>
    </Box>
  );
}

type ForAllFieldProps = {
  field: WholeFileField;
  today: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

function ForAllField({ field, today, value, onChange }: ForAllFieldProps) {
  const { t } = useTranslation(['imports', 'facts']);
  const shared = { id: `tape-for-all-${field}`, label: fieldText(t, field) };
  switch (field) {
    case 'annualRate':
      return <PercentField {...shared} value={value} onChange={onChange} />;
    case 'instalmentCount':
      return (
        <CountField
          {...shared}
          value={value === null ? null : Number(value)}
          onChange={(count) => onChange(count === null ? null : String(count))}
        />
      );
    case 'frequency':
      return (
        <SelectField
          {...shared}
          options={tapeWords.frequency.map((one) => ({
            value: one,
            label: meaningText(t, 'frequency', one),
          }))}
          value={tapeWords.frequency.find((one) => one === value) ?? null}
          onChange={onChange}
        />
      );
    case 'disbursedOn':
    case 'firstDueOn':
      return <DayField {...shared} today={today} value={value} onChange={onChange} />;
  }
}

/** Writes a value for all loans as text. */
export function forAllText(
  t: TFunction<['imports', 'facts']>,
  format: ReturnType<typeof useFormat>,
  field: WholeFileField,
  value: string,
): string {
  switch (field) {
    case 'annualRate':
      return `${format.decimal(value, value.split('.')[1]?.length ?? 0)} %`;
    case 'instalmentCount':
      return format.count(Number(value));
    case 'frequency':
      return meaningText(t, field, value);
    case 'disbursedOn':
    case 'firstDueOn':
      return format.day(value);
  }
}

/** Returns the fields that can have one value for all loans and that no column contains. */
export function fieldsForAll(choices: readonly (string | null)[]): readonly WholeFileField[] {
  return wholeFileFields.filter((field) => !choices.includes(field));
}
