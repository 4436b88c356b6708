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
      // E-mail addresses and numbers are written from left to right in every language.
      dir={type === undefined || type === 'text' ? undefined : 'ltr'}
      autoComplete={autoComplete ?? 'off'}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
