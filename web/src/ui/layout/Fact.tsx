import type { ReactNode } from 'react';
import { Box } from './Box.tsx';
import { Text } from './Text.tsx';

type FactProps = {
  readonly name: string;
  readonly children: ReactNode;
  /** Beside a value that needs its room. */
  readonly narrow?: boolean;
};

/** What something is called and what it is, beside each other in a `dl`. */
export function Fact({ name, children, narrow = false }: FactProps) {
  return (
    <Box flow="grid" columns={`${narrow ? '7rem' : 'minmax(7rem, 10rem)'} minmax(0, 1fr)`} gap={3}>
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <Box as="dd" breaks>
        {children}
      </Box>
    </Box>
  );
}
