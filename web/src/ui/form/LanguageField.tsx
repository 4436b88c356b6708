import { SelectField } from './SelectField.tsx';
import type { FieldProps } from './field.ts';

type LanguageFieldProps<Code extends string> = Omit<FieldProps, 'required'> & {
  /** Each named in its own words. */
  languages: readonly { code: Code; name: string }[];
  value: Code;
  onChange: (language: Code) => void;
};

/** The language that somebody reads. */
export function LanguageField<Code extends string>(props: LanguageFieldProps<Code>) {
  const { languages, value, onChange, ...field } = props;
  return (
    <SelectField
      {...field}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={onChange}
      required
    />
  );
}
