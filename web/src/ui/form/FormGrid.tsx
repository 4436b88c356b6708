import type { ReactNode } from 'react';
import classes from './FormGrid.module.css';

/** Fields under each other, or two abreast where there is room and they belong together. */
export function FormGrid({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) {
  return (
    <div className={classes.grid} data-columns={columns}>
      {children}
    </div>
  );
}
