import { cloneElement, useId, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Floating } from '../floating/Floating.tsx';
import classes from './Menu.module.css';
import { useHover } from './use-hover.ts';

type MenuProps = {
  /** The button that opens it: a `Button`, an `IconButton` or a plain one. */
  trigger: ReactElement<ComponentProps<'button'>>;
  /** Its items, between them what only says something. */
  children: ReactNode;
  /** The side of the button that the menu keeps to. */
  align?: 'start' | 'end';
  /** In pixels; as wide as its items otherwise. */
  width?: number;
  /** Opens under the pointer already. */
  opensOnHover?: boolean;
};

/** Items behind a button: the arrow keys walk them, choosing one or Escape closes. */
export function Menu(props: MenuProps) {
  const { trigger, children, align = 'end', width, opensOnHover = false } = props;
  const [opened, setOpened] = useState<'by hand' | 'by hover' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpened(null);
  const hover = useHover({
    onEnter: () => setOpened(opened ?? 'by hover'),
    onLeave: () => opened === 'by hover' && close(),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpened('by hand');
  };
  const onChoose = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || !target.closest(items)) return;
    // What was chosen may open something, which will give the focus back to where it was.
    button.current?.focus();
    close();
  };
  return (
    <div className={classes.place} {...(opensOnHover && hover)}>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened ? id : undefined,
        onClick: () => setOpened(opened === 'by hand' ? null : 'by hand'),
        onKeyDown,
      })}
      {opened && (
        <Floating
          key={opened}
          id={id}
          role="menu"
          aria-labelledby={`${id}-button`}
          anchor={button}
          align={align}
          width={width}
          takesFocus={opened === 'by hand'}
          className={classes.menu}
          onClose={close}
          onClick={onChoose}
          onKeyDown={walkItems}
        >
          {children}
        </Floating>
      )}
    </div>
  );
}

type Beside = { icon?: ReactNode; end?: ReactNode };

/** A verb in a menu. */
export function MenuItem({ icon, end, children, ...rest }: Beside & ComponentProps<'button'>) {
  return (
    <button {...rest} type="button" role="menuitem" tabIndex={-1} className={classes.item}>
      <Inside icon={icon} end={end}>
        {children}
      </Inside>
    </button>
  );
}

type MenuLinkProps = Beside & {
  to: string;
  /** For a link that has pages below it; others know their own page. */
  current?: 'page' | 'true' | undefined;
  children: ReactNode;
};

/** A page in a menu. */
export function MenuLink({ to, current, icon, children }: MenuLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      aria-current={current ?? (pathname === to ? 'page' : undefined)}
    >
      <Inside icon={icon}>{children}</Inside>
    </Link>
  );
}

/** Sets off what follows. */
export function MenuDivider() {
  return <hr className={classes.divider} />;
}

function Inside({ icon, end, children }: Beside & { children: ReactNode }) {
  return (
    <>
      {icon && <span className={classes.icon}>{icon}</span>}
      <span className={classes.label}>{children}</span>
      {end}
    </>
  );
}

const items = '[role=menuitem]:not(:disabled)';

function walkItems(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)];
  const at = all.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? -1 : at - 1,
    Home: 0,
    End: -1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  // Past the last comes the first.
  all.at(target % all.length)?.focus();
}
