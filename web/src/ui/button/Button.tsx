import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Button.module.css';

/** `primary` once a page; `danger` only where something cannot be taken back. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

type ButtonStyle = {
  kind?: ButtonKind;
  size?: 'normal' | 'compact';
  icon?: ReactNode;
  /** The key that does the same, shown in the button: `P`. */
  shortcut?: string | undefined;
  /** While its work runs a button keeps its width, says so and cannot be pressed again. */
  busy?: boolean;
};

type ButtonProps = ButtonStyle & ComponentProps<'button'>;

/** A verb to press. */
export function Button(props: ButtonProps) {
  const { kind, size, icon, shortcut, busy = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonStyleOf({ kind, size, className })}
      aria-busy={busy || undefined}
      aria-keyshortcuts={shortcut}
      aria-disabled={busy || rest['aria-disabled']}
      // A busy button stays focusable, so that the keyboard does not lose its place.
      onClick={busy ? swallow : onClick}
      // The field keeps the focus: an error that appears as it is left would move the button from
      // under the pointer, and the click would be lost.
      onMouseDown={rest.type === 'submit' ? (event) => event.preventDefault() : rest.onMouseDown}
    >
      <Inside icon={icon} shortcut={shortcut}>
        {children}
      </Inside>
      {busy && <span className={classes.spinner} aria-hidden="true" />}
    </button>
  );
}

type ButtonLinkProps = ButtonStyle & ComponentProps<typeof Link>;

/** The same, where pressing goes to another page: a real link, to be opened in a new tab too. */
export function ButtonLink(props: ButtonLinkProps) {
  const { kind, size, icon, shortcut, busy: _never, className, children, ...rest } = props;
  return (
    <Link
      {...rest}
      className={buttonStyleOf({ kind, size, className })}
      aria-keyshortcuts={shortcut}
    >
      <Inside icon={icon} shortcut={shortcut}>
        {children}
      </Inside>
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** What the button does: its name for readers and its tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'normal' | 'compact';
};

/** A verb known by its picture. */
export function IconButton({ label, icon, size = 'normal', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={joinClasses(classes.icon, size === 'compact' && classes.compact, className)}
    >
      {icon}
    </button>
  );
}

type IconLinkProps = Pick<IconButtonProps, 'label' | 'icon'> & ComponentProps<typeof Link>;

/** The same, where it goes to another page. */
export function IconLink({ label, icon, className, ...rest }: IconLinkProps) {
  return (
    <Link
      title={label}
      {...rest}
      aria-label={label}
      className={joinClasses(classes.icon, className)}
    >
      {icon}
    </Link>
  );
}

function Inside({
  icon,
  shortcut,
  children,
}: Pick<ButtonStyle, 'icon' | 'shortcut'> & { children?: ReactNode }) {
  return (
    <>
      {icon && <span className={classes.picture}>{icon}</span>}
      {children && <span className={classes.words}>{children}</span>}
      {shortcut && (
        <kbd className={classes.shortcut} aria-hidden="true">
          {shortcut}
        </kbd>
      )}
    </>
  );
}

function buttonStyleOf(buttonStyle: {
  kind: ButtonKind | undefined;
  size: ButtonStyle['size'];
  className: string | undefined;
}): string {
  const { kind = 'secondary', size, className } = buttonStyle;
  return joinClasses(
    classes.button,
    classes[kind],
    size === 'compact' && classes.compact,
    className,
  );
}

function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

function swallow(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
