import type { ComponentProps } from 'react';
import classes from './TickBox.module.css';

type TickBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** `radio` if only one option can be chosen. */
  type?: 'checkbox' | 'radio';
};

/**
 * A native checkbox with its own drawing: the browser's own one is a grey square in the dark theme.
 */
export function TickBox({ type = 'checkbox', ...rest }: TickBoxProps) {
  return <input {...rest} type={type} className={classes.box} />;
}
