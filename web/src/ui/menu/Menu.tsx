import {
  cloneElement,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  type PointerEvent,
} from 'react';
import { giveFocusBack } from '../overlay/Anchor.tsx';
import { dropTyping, holdTyping } from '../shortcut/typed-ahead.ts';
import { onDemand } from '../state/on-demand.ts';
import classes from './Menu.module.css';

export type MenuAction = {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Shown after the label, such as a count or the mark of the chosen item. */
  end?: ReactNode;
  /** A separator before the item. */
  apart?: boolean;
  disabled?: boolean;
  /** Marks the current page or the chosen item. */
  current?: 'page' | 'true' | undefined;
} & ({ onSelect: () => void } | { to: string });

type MenuProps = {
  /** The button that opens the menu: a `Button`, an `IconButton` or a plain one. */
  trigger: ReactElement<ComponentProps<'button'>>;
  actions: readonly MenuAction[];
  /** Information shown above the actions. */
  head?: ReactNode;
  /** The side of the button that the menu aligns with. */
  align?: 'start' | 'end';
  /** In pixels; by default as wide as its items. */
  width?: number;
  opensOnHover?: boolean;
};

/** The menu's code loads at the first sign of a press, so that the page does not wait for it. */
export const menuPanel = onDemand(async () => (await import('./MenuPanel.tsx')).MenuPanel);

/**
 * A menu of actions or links behind one button: arrow keys and letters move the focus, Escape
 * closes the menu.
 */
export function Menu(props: MenuProps) {
  const { trigger, actions, head, align = 'end', width, opensOnHover = false } = props;
  const [opened, setOpened] = useState<'by hand' | 'by hover' | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = (how: 'by hand' | 'by hover') => {
    void menuPanel.fetch().then(() => menuPanel.isThere() || dropTyping());
    if (how === 'by hand') holdTyping();
    setOpened(how);
  };
  const close = () => {
    giveFocusBack(id);
    setOpened(null);
  };
  const hover = useHover({
    onEnter: () => opened ?? open('by hover'),
    onLeave: () => opened === 'by hover' && setOpened(null),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open('by hand');
  };
  return (
    <div className={classes.place} {...(opensOnHover && hover)}>
      {cloneElement(trigger, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onPointerEnter: () => void menuPanel.fetch(),
        onFocus: () => void menuPanel.fetch(),
        onClick: () => (opened === 'by hand' ? close() : open('by hand')),
        onKeyDown,
      })}
      {wasOpened && (
        <menuPanel.Part
          id={id}
          anchor={button}
          align={align}
          width={width}
          isOpen={opened !== null}
          takesFocus={opened === 'by hand'}
          onClose={close}
          actions={actions}
          head={head}
        />
      )}
    </div>
  );
}

/** Time in milliseconds for the pointer to cross the gap between a button and its menu. */
const grace = 150;

type Hover = { onEnter: () => void; onLeave: () => void };

/**
 * Reports when the mouse enters an element, and when any pointer has left the element for longer
 * than the grace period.
 */
function useHover({ onEnter, onLeave }: Hover) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      clearTimeout(timer.current);
      if (pointerType === 'mouse') onEnter();
    },
    onPointerLeave: () => {
      timer.current = setTimeout(() => latest.current(), grace);
    },
  };
}
