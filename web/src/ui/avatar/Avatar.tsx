import classes from './Avatar.module.css';

type AvatarProps = {
  readonly name: string;
  /** The address of the photo; without one, the initials are shown. */
  readonly photo?: string | undefined;
  readonly size?: 'small' | 'normal' | 'large';
};

/**
 * A person's picture next to their name. Hidden from screen readers, because the name says the
 * same.
 */
export function Avatar({ name, photo, size = 'normal' }: AvatarProps) {
  return (
    <span
      className={classes.avatar}
      data-size={size}
      // Drawn by the style sheet: as text, the initials would become part of the name of a button
      // around them.
      data-initials={photo ? undefined : initialsOf(name)}
      aria-hidden="true"
    >
      {photo && (
        <img src={photo} alt="" className={classes.photo} loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/** Returns the initials of the first and last word. A thin space keeps Arabic letters from joining. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) =>
    (Array.from(word ?? '')[0] ?? '').toLocaleUpperCase(),
  );
  return last && /\p{Script=Arabic}/u.test(first) ? `${first}\u2009${last}` : first + last;
}
