import { FocusTrap, Popover } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Kit } from '../theme/Kit.tsx';
import { Anchor, landmarkOf } from './Anchor.tsx';
import { useIsStill } from './Still.tsx';

type PopoverPanelProps = {
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

/** The panel of a `LazyPopover`, rendered once it has been opened. */
export function PopoverPanel(props: PopoverPanelProps) {
  const { id, anchor, label, position, width, focuses, isOpen, onClose, children } = props;
  const isStill = useIsStill();
  useEscapeOutside({ anchor, isOpen: isOpen && !isStill, onEscape: onClose });
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
        trapFocus={!isStill}
        withinPortal={!isStill}
        portalProps={{ target: landmarkOf(anchor.current) }}
      >
        <Popover.Target>
          <Anchor to={anchor} />
        </Popover.Target>
        <Popover.Dropdown aria-label={label} p={0}>
          {focuses === 'panel' && !isStill && <FocusTrap.InitialFocus />}
          {children}
        </Popover.Dropdown>
      </Popover>
    </Kit>
  );
}

type EscapeOutside = Pick<PopoverPanelProps, 'anchor' | 'isOpen'> & { onEscape: () => void };

/**
 * Closes the popover on Escape also while its button or no element has the focus: the library
 * listens only inside the popover, and the element that had the focus may be gone.
 */
function useEscapeOutside({ anchor, isOpen, onEscape }: EscapeOutside): void {
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    const focused = document.activeElement;
    if (key === 'Escape' && (focused === document.body || focused === anchor.current)) onEscape();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
}
