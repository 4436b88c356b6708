import type { ReactNode } from 'react';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './FigureTable.module.css';

/** Two columns in one on a phone: the main value and a second one below it. */
export function CellPair({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Stack as="span" gap={1} className={classes.pair}>
      {/* In one element, so that a value of several parts stays on one line. */}
      <span>{first}</span>
      <Text as="span" tone="muted">
        {second}
      </Text>
    </Stack>
  );
}
