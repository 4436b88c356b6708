import type { ReactNode } from 'react';
import classes from './StepFrame.module.css';

type StepFrameProps = { less: ReactNode; more: ReactNode; children: ReactNode };

/** A value between the buttons that change it by one step. */
export function StepFrame({ less, more, children }: StepFrameProps) {
  return (
    <div className={classes.steps}>
      {less}
      <div className={classes.value}>{children}</div>
      {more}
    </div>
  );
}
