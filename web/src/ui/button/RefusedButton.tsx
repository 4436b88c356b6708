import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import type { ButtonKind } from './Button.tsx';

type RefusedButtonProps = {
  /** Why the button cannot be pressed, in one sentence. */
  reason: string;
  kind?: ButtonKind;
  size?: 'normal' | 'compact';
  icon?: ReactNode;
  children: ReactNode;
};

/** A disabled button that stays in the tab order, so that it can say why it is disabled. */
export function RefusedButton({ reason, children, ...buttonProps }: RefusedButtonProps) {
  const reasonId = useId();
  return (
    <>
      <Tooltip
        withinPortal={false}
        label={reason}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button {...buttonProps} aria-disabled aria-describedby={reasonId}>
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
    </>
  );
}
