import { useFormat } from './FormatProvider.tsx';
import classes from './figures.module.css';

type CountProps = {
  value: number;
  compact?: boolean;
  /** `late` marks a count of problems; a count of zero gets no colour. */
  tone?: 'neutral' | 'late';
};

/**
 * A whole number with the reader's grouping, in tabular figures; `compact` shortens 12,480 to
 * 12.5k.
 */
export function Count({ value, compact = false, tone = 'neutral' }: CountProps) {
  const format = useFormat();
  const isLate = tone === 'late' && value > 0;
  return (
    <bdi className={isLate ? `${classes.figures} ${classes.late}` : classes.figures}>
      {compact ? format.compact(value) : format.count(value)}
    </bdi>
  );
}
