import { useFormat } from './FormatProvider.tsx';
import type { DayStyle } from './formatters.ts';
import classes from './figures.module.css';

/**
 * A calendar day (`YYYY-MM-DD`) in the reader's language. It has no time zone, so it never shifts.
 */
export function DayText({ day, style = 'medium' }: { day: string; style?: DayStyle }) {
  const format = useFormat();
  return (
    <time dateTime={day} className={classes.figures}>
      {format.day(day, style)}
    </time>
  );
}

/** Several calendar days as a list in the reader's language. */
export function DaysText({ days }: { days: readonly string[] }) {
  const format = useFormat();
  return <span className={classes.figures}>{format.list(days.map((day) => format.day(day)))}</span>;
}
