import type { ReactNode } from 'react';
import { Text } from '../layout/Text.tsx';
import classes from './FigureTable.module.css';

/** A short text below a table, in line with its first column. */
export function TableNote({ children }: { readonly children: ReactNode }) {
  return (
    <Text as="p" tone="muted" size="caption" className={classes.note}>
      {children}
    </Text>
  );
}
