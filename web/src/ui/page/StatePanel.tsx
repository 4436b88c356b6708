import type { ReactNode } from 'react';
import { IsRepeatedAction } from '../button/repeated-action.ts';
import { Box } from '../layout/Box.tsx';
import classes from './StatePanel.module.css';

type StatePanelProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly hint?: ReactNode;
  /** True if something is wrong: the icon has the colour that also marks late payments. */
  readonly isLate?: boolean;
  readonly role?: 'alert';
  /** Shown below the hint: the actions, and the id of a failed request. */
  readonly children: ReactNode;
};

/** Replaces content: says why it is missing and what to do next. */
export function StatePanel({ icon, title, hint, isLate, role, children }: StatePanelProps) {
  return (
    <Box
      flow="stack"
      gap={0}
      align="center"
      text="center"
      max="28rem"
      role={role}
      className={classes.panel}
    >
      {icon && (
        <Box
          flow="row"
          as="span"
          justify="center"
          below={4}
          className={classes.icon}
          data-late={isLate || undefined}
          aria-hidden="true"
        >
          {icon}
        </Box>
      )}
      <Box as="p" weight="medium" className={classes.title}>
        {title}
      </Box>
      {hint && (
        <Box as="p" tone="muted" above={1} pretty>
          {hint}
        </Box>
      )}
      {children}
    </Box>
  );
}

/** The action below the text. */
export function StateAction({ children }: { readonly children: ReactNode }) {
  return (
    <IsRepeatedAction value={true}>
      <Box flow="row" gap={2} align="stretch" justify="center" above={4}>
        {children}
      </Box>
    </IsRepeatedAction>
  );
}
