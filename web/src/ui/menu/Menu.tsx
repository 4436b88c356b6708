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
import { holdTyping } from '../shortcut/typed-ahead.ts';
import { onDemand } from '../state/on-demand.ts';
import classes from './Menu.module.css';

export type MenuAction = {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Behind the label: the mark of what is chosen. */
  end?: ReactNode;
  /** A line before it sets it off from the others. */
  apart?: boolean;
  disabled?: boolean;
  /** It is what is shown or chosen now. */
  current?: 'page' | 'true' | undefined;
} & ({ onSelect: () => void } | { to: string });

type MenuProps = {
  /** The button that opens it: a `Button`, an `IconButton` or a plain one. */
  trigger: ReactElement<ComponentProps<'button'>>;
  actions: readonly MenuAction[];
  /** Stands above them and only says something. */
  head?: ReactNode;
  /** The side of the button that the menu keeps to. */
  align?: 'start' | 'end';
  /** In pixels; as wide as its items otherwise. */
  width?: number;
  /** Opens under the pointer already. */
  opensOnHover?: boolean;
};

/** What a menu is drawn with comes with the first sign of a press; a page stands without it. */
export const menuPanel = onDemand(async () => (await import('./MenuPanel.tsx')).MenuPanel);

/** A few verbs or ways behind one button: arrow keys and letters walk them, Escape closes. */
export function Menu(props: MenuProps) {
  const { trigger, actions, head, align = 'end', width, opensOnHover = false } = props;
  const [opened, setOpened] = useState<'by hand' | 'by hover' | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = (how: 'by hand' | 'by hover') => {
    void menuPanel.fetch();
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

/** In milliseconds: the mouse has to cross a gap between a button and what opens beside it. */
const grace = 150;

type Hover = { onEnter: () => void; onLeave: () => void };

/** Tells when a mouse comes to something and when it has left it for good. */
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
