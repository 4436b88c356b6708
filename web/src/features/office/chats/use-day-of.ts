import { useMemo } from 'react';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';

/**
 * Returns a function that gives the calendar day (`YYYY-MM-DD`) of an instant in the reader's time
 * zone.
 */
export function useDayOf(): (instant: string) => string {
  const { timeZone } = useFormat().settings;
  return useMemo(() => {
    const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    return (instant) => days.format(Date.parse(instant));
  }, [timeZone]);
}
