import type { ReactNode } from 'react';
import { Row } from '../layout/Layout.tsx';
import classes from './StatePanel.module.css';

type EmptyStateProps = {
  /** One sentence: why there is nothing here. */
  title: string;
  /** What the reader can do about it. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** The next action. */
  action?: ReactNode;
};

/** Nothing to show, said in one sentence with the next step. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <div className={classes.panel}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && (
        <Row gap={2} align="stretch" justify="center" className={classes.action}>
          {action}
        </Row>
      )}
    </div>
  );
}
