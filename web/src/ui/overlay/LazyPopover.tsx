import { cloneElement, useId, useRef, useState } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { dropTyping, holdTyping } from '../shortcut/typed-ahead.ts';
import { onDemand } from '../state/on-demand.ts';
import { giveFocusBack } from './Anchor.tsx';

type LazyPopoverProps = {
  trigger: ReactElement<ComponentProps<'button'>>;
  /** The accessible name of the popover. */
  label: string;
  position: 'bottom-start' | 'bottom-end';
  width?: number;
  /** True to open on mount, because the user has just chosen the popover. */
  opensAtOnce?: boolean;
  /** The part that receives the focus: the first field, or the panel if it is for reading. */
  focuses?: 'field' | 'panel';
  children: (close: () => void) => ReactNode;
};

export const popoverPanel = onDemand(async () => (await import('./PopoverPanel.tsx')).PopoverPanel);

/**
 * A popover below a button. Only the button is rendered until the first press: a list has a dozen
 * of them, and their listeners would slow down its rows.
 */
export function LazyPopover(props: LazyPopoverProps) {
  const { trigger, label, position, width, opensAtOnce = false, focuses = 'field' } = props;
  const [isOpen, setOpen] = useState(opensAtOnce);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    giveFocusBack(id);
    setOpen(false);
  };
  const open = () => {
    void popoverPanel.fetch().then(() => popoverPanel.isThere() || dropTyping());
    if (!popoverPanel.isThere()) holdTyping();
    setOpen(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? `${id}-dropdown` : undefined,
        onPointerEnter: () => void popoverPanel.fetch(),
        onFocus: () => void popoverPanel.fetch(),
        onClick: isOpen ? close : open,
      })}
      {wasOpened && (
        <popoverPanel.Part
          id={id}
          anchor={button}
          label={label}
          position={position}
          width={width}
          focuses={focuses}
          isOpen={isOpen}
          onClose={close}
        >
          {props.children(close)}
        </popoverPanel.Part>
      )}
    </>
  );
}
