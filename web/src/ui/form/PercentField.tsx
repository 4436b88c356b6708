import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps, useForgottenWhenGone } from './field.ts';
import type { FieldProps } from './field.ts';
import { plainDecimal } from './parse-amount.ts';
import classes from './fields.module.css';

type PercentFieldProps = FieldProps & {
  /** Per cent as a plain decimal (`"14.07"`), or null while the field holds none. */
  value: string | null;
  onChange: (percent: string | null) => void;
};

/** A rate or a share in per cent, typed in the reader's own marks and handed on as a plain decimal. */
export function PercentField({ value, onChange, ...field }: PercentFieldProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  useForgottenWhenGone(field.onUnreadable);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const decimals = value?.split('.')[1]?.length ?? 0;
  const shown = value === null ? '' : format.decimal(value, decimals);

  const type = (text: string) => {
    setTyped(text);
    const plain = plainDecimal(text, format.settings.locale);
    if (plain !== null) setWrong(false);
    const isRead = plain !== null || text.trim() === '';
    field.onUnreadable?.(isRead ? undefined : t('form.notAPercentage'));
    onChange(plain);
  };
  const check = () => {
    if (value !== null) setTyped(null);
    setWrong(value === null && (typed ?? '').trim() !== '');
  };
  const leave = () => {
    check();
    field.onBlur?.();
  };

  return (
    <TextInput
      {...toInputProps({ ...field, error: isWrong ? t('form.notAPercentage') : field.error })}
      value={typed ?? shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      // Enter sends a form without leaving the field.
      onKeyDown={(event) => event.key === 'Enter' && check()}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span className={classes.unit}>%</span>}
      rightSectionPointerEvents="none"
    />
  );
}
