import type { ReactNode } from 'react';
import { InOrder } from './InOrder.tsx';
import classes from './SplitPage.module.css';

type SplitPageProps = {
  /** The record's own content. */
  main: ReactNode;
  /** True if `main` may have nothing to show once it has loaded. */
  mainMayBeEmpty?: boolean;
  /** The form of the record, next to its content; null if the user may not change the record. */
  side: ReactNode;
  /** Content of unknown length: below `main`, and on a narrow page below `side`. */
  after?: ReactNode;
};

/**
 * A record's content with its form next to it. On a narrow page, the form is below the content. A
 * part is visible once all parts above it have loaded: they would push it down. Without content,
 * the form has the whole width.
 */
export function SplitPage({ main, mainMayBeEmpty, side, after }: SplitPageProps) {
  return (
    <div className={classes.page}>
      <div
        className={classes.columns}
        data-whole={side === null || undefined}
        data-unsure={mainMayBeEmpty || undefined}
      >
        <div className={classes.main}>
          <InOrder gap={8}>{main}</InOrder>
        </div>
        {side !== null && (
          <div className={classes.side} data-narrow>
            {side}
          </div>
        )}
        {after && <div className={classes.after}>{after}</div>}
      </div>
    </div>
  );
}
