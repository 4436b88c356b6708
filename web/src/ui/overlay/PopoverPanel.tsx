import { FocusTrap, Popover } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Kit } from '../theme/Kit.tsx';
import { Anchor, landmarkOf } from './Anchor.tsx';

type PopoverPanelProps = {
  /** Of the button. */
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  position: 'bottom-start' | 'bottom-end';
  width: number | undefined;
  focuses: 'field' | 'panel';
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** What a `LazyPopover` shows while it is open. */
export function PopoverPanel(props: PopoverPanelProps) {
  const { id, anchor, label, position, width, focuses, isOpen, onClose, children } = props;
  return (
    <Kit>
      <Popover
        id={id}
        opened={isOpen}
        onChange={(opened) => !opened && onClose()}
        position={position}
        offset={4}
        shadow="md"
        {...(width !== undefined && { width })}
        trapFocus
        portalProps={{ target: landmarkOf(anchor.current) }}
      >
        <Popover.Target>
          <Anchor to={anchor} />
        </Popover.Target>
        <Popover.Dropdown aria-label={label} p={0}>
          {focuses === 'panel' && <FocusTrap.InitialFocus />}
          {children}
        </Popover.Dropdown>
      </Popover>
    </Kit>
  );
}
