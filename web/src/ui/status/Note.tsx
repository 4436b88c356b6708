import type { ComponentProps } from 'react';
import { Box } from '../layout/Box.tsx';
import classes from './Note.module.css';

type NoteProps = Omit<ComponentProps<typeof Box>, 'className'> & {
  /** Failed, or to be minded. */
  kind: 'late' | 'soon';
};

/** Words set off from what is around them by an edge and a ground in their colour. */
export function Note({ kind, ...rest }: NoteProps) {
  return <Box pad={[3, 4]} {...rest} data-kind={kind} className={classes.note} />;
}
