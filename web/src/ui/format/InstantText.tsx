import { useFormat } from './FormatProvider.tsx';
import type { InstantStyle } from './formatters.ts';
import classes from './figures.module.css';

/**
 * An instant (ISO 8601) in the reader's time zone; `ago` shows the time since then, and the exact
 * time on hover.
 */
export function InstantText({ at, style = 'minute' }: { at: string; style?: InstantStyle }) {
  const format = useFormat();
  return (
    <time
      dateTime={at}
      className={classes.figures}
      title={style === 'ago' ? format.instant(at, 'minute') : undefined}
    >
      {format.instant(at, style)}
    </time>
  );
}

/** An instant as `InstantText`, without its day if that is the day shown next to it. */
export function InstantOfDay({ at, day }: { at: string; day: string }) {
  const format = useFormat();
  const isSameDay = format.instant(at, 'medium') === format.day(day, 'medium');
  return <InstantText at={at} style={isSameDay ? 'time' : 'minute'} />;
}
