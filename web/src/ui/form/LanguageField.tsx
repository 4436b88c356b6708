import { SelectField } from './SelectField.tsx';
import type { FieldProps } from './field.ts';

type LanguageFieldProps<Code extends string> = Omit<FieldProps, 'required'> & {
  /** The languages, each named in the language itself. */
  languages: readonly { code: Code; name: string }[];
  value: Code;
  onChange: (language: Code) => void;
};

/** The language in which a person uses Bursar. */
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
