import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../form/field.ts';
import { SelectField } from '../form/SelectField.tsx';
import { TextField } from '../form/TextField.tsx';
import { westernDigits } from '../form/western-digits.ts';
import { fieldValueText, type FieldFormat, type FormattedValue } from './field-format.ts';

type FactFieldProps = Omit<FieldProps, 'label'> & {
  readonly name: string;
  readonly fieldFormat: FieldFormat;
  readonly value: FormattedValue;
  readonly onChange: (value: FormattedValue) => void;
};

/** The form field for a fact, chosen by the fact's kind. */
export function FactField({ name, fieldFormat, value, onChange, ...given }: FactFieldProps) {
  const { t } = useTranslation('facts');
  const field = { ...given, label: t(name) };
  if (fieldFormat.kind === 'choice') {
    const options = fieldFormat.choices?.map((one) => ({
      value: one,
      label: fieldValueText(t, name, fieldFormat, one),
    }));
    return (
      <SelectField {...field} options={options ?? []} value={textOf(value)} onChange={onChange} />
    );
  }
  if (fieldFormat.kind === 'yes-no') {
    const options = ['yes', 'no'].map((one) => ({ value: one, label: t(one) }));
    const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : null;
    const choose = (one: string | null) => onChange(one === null ? null : one === 'yes');
    return <SelectField {...field} options={options} value={chosen} onChange={choose} />;
  }
  const { min = 0, max = 0 } = fieldFormat;
  if (fieldFormat.kind === 'count') {
    const type = (text: string) => {
      const count = Number.parseInt(westernDigits(text), 10);
      onChange(Number.isNaN(count) ? null : Math.min(Math.max(count, min), max));
    };
    return (
      <TextField
        {...field}
        value={textOf(value) ?? ''}
        onChange={type}
        maxLength={String(max).length}
      />
    );
  }
  return (
    <TextField
      {...field}
      value={textOf(value) ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      maxLength={max}
    />
  );
}

const textOf = (value: FormattedValue): string | null => (value === null ? null : String(value));
