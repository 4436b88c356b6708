import type { ComponentProps, CSSProperties } from 'react';
import { Box } from '../layout/Box.tsx';
import classes from './Note.module.css';

type NoteProps = ComponentProps<typeof Box> & {
  /** The kind: information, success, warning or failure. */
  kind: Kind;
};

type Kind = 'neutral' | 'accent' | 'good' | 'soon' | 'late';

/** A note with an edge and a background in the colour of its kind. */
export function Note({ kind, className, ...rest }: NoteProps) {
  const colours: CSSProperties & { '--tone': string; '--soft': string } = {
    '--tone': kind === 'neutral' ? 'var(--control-line)' : `var(--${kind})`,
    '--soft': kind === 'neutral' ? 'var(--sunken)' : `var(--${kind}-soft)`,
  };
  return (
    <Box
      pad={[3, 4]}
      {...rest}
      className={[classes.note, className].filter(Boolean).join(' ')}
      style={colours}
    />
  );
}
