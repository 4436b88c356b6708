import type { ComponentProps } from 'react';
import classes from './TickBox.module.css';

type TickBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** `radio` where only one of several can be chosen. */
  type?: 'checkbox' | 'radio';
};

/** A native box to tick, drawn by hand: in the dark a browser's own is a grey square. */
export function TickBox({ type = 'checkbox', ...rest }: TickBoxProps) {
  return <input {...rest} type={type} className={classes.box} />;
}
