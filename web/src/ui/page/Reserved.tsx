import type { ReactNode } from 'react';
import classes from './Reserved.module.css';

/**
 * Takes the space of a text or a button that is about to come, whose size is known. It is neither
 * seen nor heard.
 */
export function Reserved({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className={classes.reserved}>
      {children}
    </span>
  );
}
