import '@mantine/core/styles/Popover.layer.css';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { MenuPanel } from '../../ui/menu/MenuPanel.tsx';
import { PopoverPanel } from '../../ui/overlay/PopoverPanel.tsx';

type StillMenuProps = Pick<ComponentProps<typeof MenuPanel>, 'actions'> & {
  head?: ReactNode;
  width?: number;
};

/** An open menu, for a picture. */
export function StillMenu({ actions, head, width }: StillMenuProps) {
  return (
    <MenuPanel
      id={useId()}
      anchor={noButton}
      align="start"
      width={width}
      isOpen
      takesFocus={false}
      onClose={noChange}
      actions={actions}
      head={head}
    />
  );
}

type StillPopoverProps = { label: string; width: number; children: ReactNode };

/** An open popover, for a picture. */
export function StillPopover({ label, width, children }: StillPopoverProps) {
  return (
    <PopoverPanel
      id={useId()}
      anchor={noButton}
      label={label}
      position="bottom-start"
      width={width}
      focuses="panel"
      isOpen
      onClose={noChange}
    >
      {children}
    </PopoverPanel>
  );
}

const noButton = { current: null };

/** For a picture, in which nothing can be pressed. */
export function noChange(): void {}
