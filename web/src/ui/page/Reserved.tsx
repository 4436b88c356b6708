import type { ReactNode } from 'react';
import classes from './Reserved.module.css';

/**
 * Takes the space of a text or a button that is about to appear and whose size is known. It is
 * invisible and hidden from screen readers.
 */
export function Reserved({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className={classes.reserved}>
      {children}
    </span>
  );
}
