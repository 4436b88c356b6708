import type { ReactNode } from 'react';
import classes from './QuickPicks.module.css';

type QuickPicksProps = {
  /** What they are, for readers: "Usual amounts". */
  label: string;
  picks: readonly {
    id: string;
    words: string;
    /** What is picked, where the words only name it. */
    figure?: ReactNode;
    onPick: () => void;
  }[];
};

/** Under a field: what is usually entered there, one press away. */
export function QuickPicks({ label, picks }: QuickPicksProps) {
  return (
    <ul className={classes.picks} aria-label={label}>
      {picks.map(({ id, words, figure, onPick }) => (
        <li key={id}>
          <button type="button" className={classes.pick} onClick={onPick}>
            <span>{words}</span>
            {figure && <span className={classes.figure}>{figure}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
