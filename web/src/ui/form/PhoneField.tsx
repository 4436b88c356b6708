import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupPhone } from '../format/group-phone.ts';
import { toInputProps, type FieldProps } from './field.ts';

type PhoneFieldProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  autoComplete?: string;
  maxLength: number;
};

/**
 * A phone number, shown in groups while it is not being edited. A number typed in these groups is
 * returned without them, as it is stored, so that typing it again counts as no change.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { t } = useTranslation('ui');
  const { value, onChange, hint = t('form.phoneHint'), ...rest } = props;
  const { autoComplete = 'off', maxLength, ...field } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  // The value may change while the field has the focus, for example when a draft is discarded.
  const isTyped = typed !== null && storedPhone(typed) === value;
  const leave = () => {
    setTyped(null);
    field.onBlur?.();
  };
  return (
    <TextInput
      {...toInputProps({ ...field, hint })}
      type="tel"
      // Numbers are written from left to right in every language.
      dir="ltr"
      autoComplete={autoComplete}
      maxLength={maxLength}
      value={isTyped ? typed : groupPhone(value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(storedPhone(event.currentTarget.value));
      }}
      onBlur={leave}
    />
  );
}

/**
 * Removes the spaces of an international number. Other text is returned unchanged: brackets can
 * hold a digit that is not dialled, and a hyphen can start an extension.
 */
function storedPhone(text: string): string {
  const digits = text.replaceAll(/\s/g, '');
  return groupPhone(digits) === digits ? text : digits;
}
