import type { ReactNode } from 'react';
import { Box } from './Box.tsx';
import { Text } from './Text.tsx';

type FactProps = {
  readonly name: string;
  readonly children: ReactNode;
  /** For a name next to a value that needs the space. */
  readonly narrow?: boolean;
  /** On a phone the value takes most of the line. */
  readonly isWide?: boolean;
};

/** A name and its value side by side, in a `dl`. */
export function Fact({ name, children, narrow = false, isWide = false }: FactProps) {
  const usual = isWide ? 'clamp(6.5rem, 30%, 10rem)' : 'minmax(7rem, 10rem)';
  return (
    <Box flow="grid" columns={`${narrow ? '7rem' : usual} minmax(0, 1fr)`} gap={3} level="baseline">
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <Box as="dd" breaks>
        {children}
      </Box>
    </Box>
  );
}
