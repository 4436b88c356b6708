import { TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';
import { isTime, parseTime } from './parse-time.ts';
import { useUnreadableText } from './unreadable-text.ts';

type TimeFieldProps = FieldProps & {
  /** `HH:MM`, empty, or a typed text that is no time, so that it does not count as empty. */
  value: string;
  onChange: (time: string) => void;
  /** Shows the label to screen readers only, in a table whose head names the field. */
  isLabelHidden?: boolean;
};

/** A time of day, typed in a usual form (`930`, `2:30 pm`) and shown in the reader's hour cycle. */
export function TimeField(props: TimeFieldProps) {
  const { value: time, onChange, isLabelHidden = false, ...field } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(true);
  const reportUnreadable = useUnreadableText(field, time, () => setTyped(null));
  const wrong = t('form.notATime', { example: format.time('14:30') });
  const isWrong = isLeft && time !== '' && !isTime(time);

  const type = (text: string) => {
    setLeft(false);
    setTyped(text);
    const read = parseTime(text);
    const isRead = read !== null || text.trim() === '';
    reportUnreadable(isRead ? undefined : wrong);
    onChange(read ?? text.trim());
  };
  const check = () => {
    setLeft(true);
    setTyped(null);
  };
  const leave = () => {
    check();
    field.onBlur?.();
  };

  return (
    <TextInput
      {...toInputProps({
        ...field,
        ...(isLabelHidden && { label: <VisuallyHidden>{field.label}</VisuallyHidden> }),
        placeholder: field.placeholder ?? format.time('09:30'),
        error: isWrong ? wrong : field.error,
      })}
      value={typed ?? (isTime(time) ? format.time(time) : time)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      // Enter submits a form without leaving the field.
      onKeyDown={(event) => event.key === 'Enter' && check()}
      autoComplete="off"
      // A hidden label must not move the field down.
      {...(isLabelHidden && { styles: { label: { position: 'absolute' } } })}
    />
  );
}
