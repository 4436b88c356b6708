import { Box } from '../layout/Box.tsx';
import classes from './fields.module.css';

/**
 * The unit after the figure in a field. A fixed width aligns amounts and percentages in a column.
 */
export function Unit({ children }: { children: string }) {
  return (
    <Box as="span" tone="muted" size="caption" text="end" className={classes.unit}>
      {children}
    </Box>
  );
}
