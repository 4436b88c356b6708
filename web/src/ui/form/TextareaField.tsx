import { Textarea } from '@mantine/core';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';

type TextareaFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  maxLength?: number;
  /** For codes and network addresses, which are written from left to right in every language. */
  dir?: 'ltr';
};

/** Several lines of text, such as a reason. */
export function TextareaField({
  value,
  onChange,
  rows = 3,
  maxLength,
  dir,
  ...field
}: TextareaFieldProps) {
  return (
    <Textarea
      {...toInputProps(field)}
      rows={rows}
      maxLength={maxLength}
      dir={dir}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
