import { useFormat } from '../format/FormatProvider.tsx';
import classes from './CountMark.module.css';

type CountMarkProps = {
  count: number;
  /** Returns the text for screen readers, such as "3 unread", from the visible figure. */
  describe: (figure: string) => string;
  /** `dot` if there is no space for a figure. */
  kind?: 'figure' | 'dot';
};

const MOST_SHOWN = 99;

/** The number of unread or waiting items, at most `99+`; nothing if there are none. */
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
