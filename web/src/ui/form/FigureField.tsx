import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps, useForgottenWhenGone, type FieldProps } from './field.ts';
import { plainDecimal } from './parse-amount.ts';
import { Unit } from './Unit.tsx';

type FigureFieldProps<Value> = FieldProps & {
  /** Null while the field is empty or holds no such figure. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** As the field shows it while nobody types. */
  shown: string;
  /** What a plain decimal, if there is one in the field, comes to. */
  read: (plain: string | null) => Value | null;
  /** What is said of anything else. */
  wrong: string;
  /** What stands behind the figure: `%`. */
  unit?: string;
  keyboard: 'decimal' | 'numeric';
};

/** A figure, typed in the reader's own marks; what is none of its kind, it says. */
export function FigureField<Value>(props: FigureFieldProps<Value>) {
  const { value, onChange, shown, read, wrong, unit, keyboard, ...field } = props;
  const { locale } = useFormat().settings;
  useForgottenWhenGone(field.onUnreadable);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);

  const type = (text: string) => {
    setTyped(text);
    const found = read(plainDecimal(text, locale));
    if (found !== null) setWrong(false);
    const isRead = found !== null || text.trim() === '';
    field.onUnreadable?.(isRead ? undefined : wrong);
    onChange(found);
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
      {...toInputProps({ ...field, error: isWrong ? wrong : field.error })}
      value={typed ?? shown}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      // Enter sends a form without leaving the field.
      onKeyDown={(event) => event.key === 'Enter' && check()}
      inputMode={keyboard}
      autoComplete="off"
      {...(unit !== undefined && {
        rightSection: <Unit>{unit}</Unit>,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
