import { Box } from '../layout/Box.tsx';
import classes from './fields.module.css';

/** The unit after the figure, at the end of the field. */
export function Unit({ children }: { children: string }) {
  return (
    <Box as="span" tone="muted" size="caption" text="end" className={classes.unit}>
      {children}
    </Box>
  );
}
