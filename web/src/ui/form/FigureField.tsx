import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps, type FieldProps } from './field.ts';
import { plainDecimal } from './parse-amount.ts';
import { Unit } from './Unit.tsx';
import { useUnreadableText } from './unreadable-text.ts';

type FigureFieldProps<Value> = FieldProps & {
  /** Null while the field is empty or its text is no valid figure. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** The text of the field while it is not being edited. */
  shown: string;
  /** Converts a plain decimal to a value; null if it cannot. */
  read: (plain: string | null) => Value | null;
  /** The error for a text that is no valid figure. */
  wrong: string;
  /** Shown after the figure, such as `%`. */
  unit?: string;
  keyboard: 'decimal' | 'numeric';
};

/** A figure, typed in the format of the reader's language; it shows an error for any other text. */
export function FigureField<Value extends string | number>(props: FigureFieldProps<Value>) {
  const { value, onChange, shown, read, wrong, unit, keyboard, ...field } = props;
  const { locale } = useFormat().settings;
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const reportUnreadable = useUnreadableText(field, value, () => {
    setTyped(null);
    setWrong(false);
  });

  const type = (text: string) => {
    setTyped(text);
    const found = read(plainDecimal(text, locale));
    if (found !== null) setWrong(false);
    const isRead = found !== null || text.trim() === '';
    reportUnreadable(isRead ? undefined : wrong);
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
      // Enter submits a form without leaving the field.
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
