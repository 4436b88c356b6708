import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { LazyPopover } from '../overlay/LazyPopover.tsx';
import { toInputProps } from './field.ts';
import type { FieldProps } from './field.ts';
import { parseDayWords } from './parse-day-words.ts';
import { parseDay } from './parse-day.ts';
import { useUnreadableText } from './unreadable-text.ts';
import { Box } from '../layout/Box.tsx';
import { CalendarRoom } from './CalendarRoom.tsx';

type DayFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, or null while the field is empty or holds no day. */
  value: string | null;
  onChange: (day: string | null) => void;
  /**
   * Called when the user has finished with a readable text: after a pick, on Enter, or when the
   * field loses the focus. Use it if the page acts on the day at once, because each typed digit may
   * make another day.
   */
  onSettle?: (day: string | null) => void;
  /**
   * The business date; it completes a day that is typed without month or year. Empty until it is
   * known.
   */
  today: string;
  earliest?: string;
  latest?: string;
};

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

/**
 * A day, typed in a usual form (`5/12`, `5 Dec`) or in words (`friday`, `+3`), or picked from a
 * calendar that loads when opened. The interpreted day is shown below the field.
 */
export function DayField(props: DayFieldProps) {
  const { value: day, onChange, onSettle, today, earliest, latest, ...field } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const reportUnreadable = useUnreadableText(field, day, () => {
    setTyped(null);
    setWrong(false);
  });
  // The line with the day stays when the field loses the focus: a button below must not move away
  // from the pointer.
  const [showsDay, setShowsDay] = useState(false);

  const type = (text: string) => {
    setTyped(text);
    setShowsDay(text.trim() !== '');
    const { locale } = format.settings;
    const read = parseDay(text, locale, today) ?? parseDayWords(text, { locale, today, latest });
    const isRead = read !== null || text.trim() === '';
    if (isRead) setWrong(false);
    reportUnreadable(isRead ? undefined : t('form.notADay'));
    onChange(read);
  };
  const settle = () => {
    const isUnreadable = day === null && (typed ?? '').trim() !== '';
    setWrong(isUnreadable);
    if (!isUnreadable) onSettle?.(day);
  };
  const leave = () => {
    if (day !== null) setTyped(null);
    settle();
    field.onBlur?.();
  };
  const pick = (picked: string, close: () => void) => {
    setShowsDay(false);
    setTyped(null);
    setWrong(false);
    close();
    reportUnreadable(undefined);
    onChange(picked);
    onSettle?.(picked);
  };

  const calendar = (
    <LazyPopover
      label={t('form.calendar')}
      position="bottom-end"
      trigger={
        <IconButton
          size="compact"
          label={t('form.openCalendar')}
          disabled={field.disabled}
          icon={<IconCalendar size={18} stroke={1.5} />}
        />
      }
    >
      {(close) => (
        <Box pad={[3, 4]}>
          <Suspense fallback={<CalendarRoom />}>
            <Calendar
              day={day}
              shown={day ?? today}
              today={today}
              earliest={earliest}
              latest={latest}
              onPick={(picked) => pick(picked, close)}
            />
          </Suspense>
        </Box>
      )}
    </LazyPopover>
  );

  const understood = showsDay && day !== null ? format.day(day, 'long') : undefined;

  return (
    <TextInput
      {...toInputProps({
        ...field,
        hint: understood ?? field.hint,
        error: isWrong ? t('form.notADay') : field.error,
      })}
      value={typed ?? (day === null ? '' : format.day(day))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && onSettle && settle()}
      autoComplete="off"
      rightSection={calendar}
    />
  );
}
