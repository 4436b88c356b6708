import { Popover } from '@mantine/core';
import { cloneElement, useEffect, useRef, useState } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

type LazyPopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** What opens, for readers. */
  label: string;
  position: 'bottom-start' | 'bottom-end';
  width?: number;
  /** Open as soon as it is there: it came by a choice that was its press. */
  opensAtOnce?: boolean;
  children: (close: () => void) => ReactNode;
};

/**
 * What opens under a button. Until it is pressed for the first time the button stands alone: a
 * list has a dozen of them, and all that watches for one to open would hold up its rows.
 */
export function LazyPopover(props: LazyPopoverProps) {
  const [wasPressed, setWasPressed] = useState(props.opensAtOnce ?? false);
  if (wasPressed) return <OpeningPopover {...props} />;
  return cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onClick: () => setWasPressed(true),
  });
}

function OpeningPopover({
  trigger,
  label,
  children,
  opensAtOnce: _now,
  ...place
}: LazyPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It has taken the place of the button that was pressed: the focus goes on, and the press.
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Popover {...place} shadow="md" opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        {cloneElement(trigger, { ref: button, onClick: () => setOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p={0}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}
