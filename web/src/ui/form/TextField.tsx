import { TextInput } from '@mantine/core';
import type { HTMLInputTypeAttribute } from 'react';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';

type TextFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'tel' | 'url' | 'password'>;
  autoComplete?: string;
  maxLength?: number;
};

/** One line of text. */
export function TextField({
  value,
  onChange,
  type,
  autoComplete,
  maxLength,
  ...field
}: TextFieldProps) {
  return (
    <TextInput
      {...toInputProps(field)}
      type={type ?? 'text'}
      // Addresses and numbers are written from the left in any language.
      dir={type === undefined || type === 'text' ? undefined : 'ltr'}
      autoComplete={autoComplete ?? 'off'}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
