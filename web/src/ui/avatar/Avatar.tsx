import classes from './Avatar.module.css';

type AvatarProps = {
  readonly name: string;
  /** The address of a photo; without one the name's first letters stand in. */
  readonly photo?: string | undefined;
  readonly size?: 'small' | 'normal' | 'large';
};

/** Somebody's face beside their name: it says nothing that the name does not. */
export function Avatar({ name, photo, size = 'normal' }: AvatarProps) {
  return (
    <span
      className={classes.avatar}
      data-size={size}
      // Drawn by the style sheet: text here would have to be part of the name of a button around it.
      data-initials={photo ? undefined : initialsOf(name)}
      aria-hidden="true"
    >
      {photo && (
        <img src={photo} alt="" className={classes.photo} loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/** Of the first and the last word. Arabic letters would join: there one stands alone. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) =>
    (Array.from(word ?? '')[0] ?? '').toLocaleUpperCase(),
  );
  return /\p{Script=Arabic}/u.test(first) ? first : first + last;
}
