import { useFormat } from './FormatProvider.tsx';
import type { DayStyle } from './formatters.ts';
import classes from './figures.module.css';

/** A calendar day (`YYYY-MM-DD`) in the reader's words; it never moves with a time zone. */
export function DayText({ day, style = 'medium' }: { day: string; style?: DayStyle }) {
  const format = useFormat();
  return (
    <time dateTime={day} className={classes.figures}>
      {format.day(day, style)}
    </time>
  );
}
