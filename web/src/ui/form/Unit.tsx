import { Box } from '../layout/Box.tsx';
import classes from './fields.module.css';

/** What follows the figure in a field: amounts and percentages under each other end alike. */
export function Unit({ children }: { children: string }) {
  return (
    <Box as="span" tone="muted" size="caption" text="end" className={classes.unit}>
      {children}
    </Box>
  );
}
