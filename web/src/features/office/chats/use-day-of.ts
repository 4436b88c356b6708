import { useMemo } from 'react';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';

/** Which calendar day (`YYYY-MM-DD`) an instant falls on, on the reader's clock. */
export function useDayOf(): (instant: string) => string {
  const { timeZone } = useFormat().settings;
  return useMemo(() => {
    const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    return (instant) => days.format(Date.parse(instant));
  }, [timeZone]);
}
