import { Textarea } from '@mantine/core';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';

type TextareaFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  maxLength?: number;
};

/** Several lines of text, such as a reason. */
export function TextareaField({
  value,
  onChange,
  rows = 3,
  maxLength,
  ...field
}: TextareaFieldProps) {
  return (
    <Textarea
      {...toInputProps(field)}
      rows={rows}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
