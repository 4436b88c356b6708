import type { ReactNode } from 'react';
import classes from './FormFailure.module.css';

type FormFailureProps = {
  /** Why sending failed, in a sentence; nothing is shown without one. */
  failure: string | undefined;
  /** What is safe although it failed. */
  safe?: string | undefined;
  /** What can be done about it. */
  action?: ReactNode;
};

/** Above the fields of a form: what went wrong that no field is to blame for. */
export function FormFailure({ failure, safe, action }: FormFailureProps) {
  if (!failure) return null;
  return (
    <div role="alert" className={classes.failure}>
      <p>{failure}</p>
      {safe && <p className={classes.safe}>{safe}</p>}
      {action && <div className={classes.way}>{action}</div>}
    </div>
  );
}
