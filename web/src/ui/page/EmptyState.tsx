import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { StateAction, StatePanel } from './StatePanel.tsx';

export type EmptyStateProps = {
  /** Why there is nothing here, in one sentence. */
  title: string;
  /** Says what the reader can do next. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** The next action. */
  action?: ReactNode;
  /** True for a small list in a part of a page: one line at its start. */
  isSmall?: boolean;
};

/** Says why there is nothing to show and what to do next. */
export function EmptyState({ title, hint, icon, action, isSmall = false }: EmptyStateProps) {
  if (isSmall) {
    return (
      <Box as="p" tone="muted" size="table" pad={[3, 0]}>
        {title} {hint}
      </Box>
    );
  }
  return (
    <StatePanel icon={icon} title={title} hint={hint}>
      {action && <StateAction>{action}</StateAction>}
    </StatePanel>
  );
}
