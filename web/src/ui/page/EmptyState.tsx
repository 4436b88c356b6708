import type { ReactNode } from 'react';
import { StateAction, StatePanel } from './StatePanel.tsx';

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
    <StatePanel icon={icon} title={title} hint={hint}>
      {action && <StateAction>{action}</StateAction>}
    </StatePanel>
  );
}
