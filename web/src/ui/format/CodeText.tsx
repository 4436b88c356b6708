import type { ReactNode } from 'react';
import classes from './CodeText.module.css';

/** A name that a machine reads, from left to right in every language. */
export function CodeText({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className={classes.code}>
      {children}
    </code>
  );
}
