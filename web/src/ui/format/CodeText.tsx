import type { ReactNode } from 'react';
import classes from './CodeText.module.css';

/** A technical name, written from left to right in every language. */
export function CodeText({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className={classes.code}>
      {children}
    </code>
  );
}
