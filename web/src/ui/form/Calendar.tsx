import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ar';
import 'dayjs/locale/en-gb';
import { DatePicker, DatesProvider } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import classes from './fields.module.css';

type Limits = { earliest?: string | undefined; latest?: string | undefined };

type CalendarProps = Limits & {
  day: string | null;
  /** The day whose month is shown first; empty for the current month of the computer. */
  shown: string;
  /** The business date, which is marked. */
  today: string;
  onPick: (day: string) => void;
};

/** A month view to pick a day. It loads with the first field that opens it. */
export function Calendar({ day, shown, today, earliest, latest, onPick }: CalendarProps) {
  return (
    <CalendarSettings>
      <DatePicker
        value={day}
        {...(shown !== '' && { defaultDate: shown })}
        onChange={(picked) => {
          if (typeof picked === 'string') onPick(picked);
        }}
        hideOutsideDates
        classNames={parts}
        getDayProps={(date) => ({ 'data-now': date === today || undefined })}
        {...useCalendarLabels()}
        {...limitsOf({ earliest, latest })}
      />
    </CalendarSettings>
  );
}

type RangeCalendarProps = {
  from: string | null;
  to: string | null;
  /** The business date, which is marked if given. */
  today?: string;
  /** True if the calendar is as wide as the page, false if it is as wide as a panel. */
  isWide?: boolean;
  onPick: (from: string | null, to: string | null) => void;
};

/** A month view to pick a range of days: first its start, then its end. */
export function RangeCalendar({ from, to, today, isWide = false, onPick }: RangeCalendarProps) {
  return (
    <CalendarSettings>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={[from, to]}
        {...(from !== null && { defaultDate: from })}
        onChange={([first, last]) => onPick(first, last)}
        hideOutsideDates
        fullWidth={isWide}
        classNames={parts}
        getDayProps={(date) => ({ 'data-now': date === today || undefined })}
        {...useCalendarLabels()}
      />
    </CalendarSettings>
  );
}

const parts = { day: classes.day ?? '', calendarHeaderControl: classes.turn ?? '' };

function CalendarSettings({ children }: { children: ReactNode }) {
  const isArabic = useFormat().settings.locale.startsWith('ar');
  const settings = isArabic
    ? { locale: 'ar', firstDayOfWeek: 1 as const, weekendDays: [6, 0] as (0 | 6)[] }
    : { locale: 'en-gb', firstDayOfWeek: 1 as const };
  return <DatesProvider settings={settings}>{children}</DatesProvider>;
}

function useCalendarLabels() {
  const { t } = useTranslation('ui');
  return {
    ariaLabels: {
      nextMonth: t('form.nextMonth'),
      previousMonth: t('form.previousMonth'),
      nextYear: t('form.nextYear'),
      previousYear: t('form.previousYear'),
      nextDecade: t('form.nextDecade'),
      previousDecade: t('form.previousDecade'),
    },
  };
}

function limitsOf({ earliest, latest }: Limits) {
  return {
    ...(earliest !== undefined && { minDate: earliest }),
    ...(latest !== undefined && { maxDate: latest }),
  };
}
