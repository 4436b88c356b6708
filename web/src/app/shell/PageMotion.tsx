import { type ReactNode, useEffect } from 'react';
import type { DisplaySettings } from '../../lib/display-settings.ts';
import classes from './PageMotion.module.css';

type PageMotionProps = { animation: DisplaySettings['animation']; children: ReactNode };

/** Brings a page in by the reader's router transition; keyed by address, it plays once a page. */
export function PageMotion({ animation, children }: PageMotionProps) {
  useEffect(takeLostFocus, []);
  return (
    <div className={classes.page} data-animation={animation}>
      {children}
    </div>
  );
}

/** Where the link that was followed went with its page, the keyboard goes on at the new page's top. */
function takeLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('page')?.focus({ preventScroll: true });
}
