import type { ReactNode } from 'react';
import classes from './CellPair.module.css';

/** Two columns in one on a phone: what counts, and below it what belongs to it. */
export function CellPair({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className={classes.pair}>
      {/* Wrapped: a bare `bdi` would keep its own direction's side of the line. */}
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}
