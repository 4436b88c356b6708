import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps, useForgottenWhenGone, type FieldProps } from './field.ts';
import { plainDecimal } from './parse-amount.ts';
import classes from './fields.module.css';

type CountFieldProps = FieldProps & {
  /** Null while the field is empty or holds no whole number. */
  value: number | null;
  onChange: (count: number | null) => void;
  /** What is counted, behind the figure: "days". */
  unit?: string;
};

/** A whole number, typed in the reader's own figures. */
export function CountField({ value, onChange, unit, ...field }: CountFieldProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  useForgottenWhenGone(field.onUnreadable);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);

  const type = (text: string) => {
    setTyped(text);
    const count = wholeNumber(text, format.settings.locale);
    if (count !== null) setWrong(false);
    const isRead = count !== null || text.trim() === '';
    field.onUnreadable?.(isRead ? undefined : t('form.notAWholeNumber'));
    onChange(count);
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
      {...toInputProps({ ...field, error: isWrong ? t('form.notAWholeNumber') : field.error })}
      value={typed ?? (value === null ? '' : format.count(value))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      // Enter sends a form without leaving the field.
      onKeyDown={(event) => event.key === 'Enter' && check()}
      inputMode="numeric"
      autoComplete="off"
      {...(unit !== undefined && {
        rightSection: <span className={classes.unit}>{unit}</span>,
        rightSectionWidth: 72,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}

function wholeNumber(text: string, locale: string): number | null {
  const plain = plainDecimal(text, locale);
  const count = plain === null ? Number.NaN : Number(plain);
  return Number.isSafeInteger(count) ? count : null;
}
