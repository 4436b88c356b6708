import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps, type FieldProps } from './field.ts';
import { parseAmount, type AmountProblem } from './parse-amount.ts';
import { Unit } from './Unit.tsx';
import { useUnreadableText } from './unreadable-text.ts';

type MoneyFieldProps = FieldProps & {
  currency: string;
  /** Minor units, or null while the field is empty or holds no amount. */
  value: number | null;
  onChange: (amountMinor: number | null) => void;
};

/**
 * An amount, typed in a usual form and returned in minor units; it shows an error for any other
 * text.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { currency, value, onChange, ...field } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { locale } = format.settings;
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<AmountProblem | null>(null);
  const reportUnreadable = useUnreadableText(field, value, () => {
    setTyped(null);
    setProblem(null);
  });
  const shown = value === null ? '' : format.money(value, currency);

  const type = (text: string) => {
    setTyped(text);
    const parsed = text.trim() === '' ? null : parseAmount(text, currency, locale);
    if (!parsed || parsed.ok) setProblem(null);
    reportUnreadable(!parsed || parsed.ok ? undefined : t(`form.amount.${parsed.problem}`));
    onChange(parsed?.ok ? parsed.amountMinor : null);
  };
  const check = () => {
    const parsed =
      typed === null || typed.trim() === '' ? null : parseAmount(typed, currency, locale);
    if (!parsed || parsed.ok) setTyped(null);
    else setProblem(parsed.problem);
  };
  const leave = () => {
    check();
    field.onBlur?.();
  };

  return (
    <TextInput
      {...toInputProps({ ...field, error: problem ? t(`form.amount.${problem}`) : field.error })}
      value={typed ?? shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      // Enter submits a form without leaving the field.
      onKeyDown={(event) => event.key === 'Enter' && check()}
      onFocus={(event) => event.currentTarget.select()}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<Unit>{currency}</Unit>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
    />
  );
}
