import type { ReactNode } from 'react';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './FigureTable.module.css';

/** Two columns in one on a phone: the main value and, below it, a second one. */
export function CellPair({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Stack as="span" gap={1} className={classes.pair}>
      {/* Wrapped: a bare `bdi` would keep its own direction's side of the line. */}
      <span>{first}</span>
      <Text as="span" tone="muted">
        {second}
      </Text>
    </Stack>
  );
}
