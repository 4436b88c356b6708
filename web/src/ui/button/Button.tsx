import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './Button.module.css';

/** Use `primary` once per page, and `danger` only for actions that cannot be undone. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

type ButtonStyle = {
  kind?: ButtonKind;
  size?: 'normal' | 'compact';
  icon?: ReactNode;
  /** The shortcut shown in the button, such as `P`. */
  shortcut?: string | undefined;
  /**
   * While busy, a button keeps its width, announces that it is busy and cannot be pressed again.
   */
  busy?: boolean;
};

type ButtonProps = ButtonStyle & ComponentProps<'button'>;

/** A button for an action. */
export function Button(props: ButtonProps) {
  const { kind, size, icon, shortcut, busy = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonStyleOf({ kind, size, className })}
      data-kind={kind}
      aria-busy={busy || undefined}
      aria-keyshortcuts={shortcut}
      aria-disabled={busy || rest['aria-disabled']}
      // A busy button stays focusable, so that keyboard users do not lose their place.
      onClick={busy ? swallow : onClick}
      // Pressing a submit button must not blur the focused field: an error that appears on blur
      // would move the button away from the pointer, and the click would be lost.
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

/** A button that opens another page: a real link, so that it can be opened in a new tab. */
export function ButtonLink(props: ButtonLinkProps) {
  const { kind, size, icon, shortcut, busy: _never, className, children, ...rest } = props;
  return (
    <Link
      {...rest}
      className={buttonStyleOf({ kind, size, className })}
      data-kind={kind}
      aria-keyshortcuts={shortcut}
    >
      <Inside icon={icon} shortcut={shortcut}>
        {children}
      </Inside>
    </Link>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'normal' | 'compact';
};

/** A button that shows only an icon. */
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

/** A link that shows only an icon. */
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
