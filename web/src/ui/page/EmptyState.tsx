import type { ReactNode } from 'react';
import { StateAction, StatePanel } from './StatePanel.tsx';

export type EmptyStateProps = {
  /** Why there is nothing here, in one sentence. */
  title: string;
  /** Says what the reader can do next. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** The next action. */
  action?: ReactNode;
};

/** Says why there is nothing to show and what to do next. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <StatePanel icon={icon} title={title} hint={hint}>
      {action && <StateAction>{action}</StateAction>}
    </StatePanel>
  );
}
