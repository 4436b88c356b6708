import { useFormat } from '../format/FormatProvider.tsx';
import classes from './CountMark.module.css';

type CountMarkProps = {
  count: number;
  /** What is heard instead, such as "3 unread"; it is given the figure that is seen. */
  describe: (figure: string) => string;
  /** A dot where there is no room for a figure. */
  kind?: 'figure' | 'dot';
};

const MOST_SHOWN = 99;

/** How many wait to be read; nothing where none does. */
export function CountMark({ count, describe, kind = 'figure' }: CountMarkProps) {
  const format = useFormat();
  if (count === 0) return null;
  const figure = count > MOST_SHOWN ? `${format.count(MOST_SHOWN)}+` : format.count(count);
  return (
    <span className={classes.mark} data-mark={kind}>
      {kind === 'figure' && <span aria-hidden="true">{figure}</span>}
      <span className="unseen"> {describe(figure)}</span>
    </span>
  );
}
