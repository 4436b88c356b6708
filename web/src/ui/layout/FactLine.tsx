import type { ComponentProps, ReactNode } from 'react';
import { Box } from './Box.tsx';
import type { TextStyle } from './Text.tsx';

type FactLineProps = Omit<ComponentProps<typeof Box>, 'flow' | 'children'> & {
  readonly name: ReactNode;
  readonly nameTone?: TextStyle['tone'];
  /** For long lists: each line has padding and a thin line below it. */
  readonly ruled?: boolean;
  readonly children: ReactNode;
};

/** A line of a `dl`: the name at its start and the value at its end. */
export function FactLine(props: FactLineProps) {
  const { name, nameTone = 'muted', ruled = false, children, ...rest } = props;
  return (
    <Box
      flow="row"
      gap={4}
      wrap={false}
      justify="between"
      align="baseline"
      {...(ruled && { size: 'table', pad: [2, 0], line: 'below' })}
      {...rest}
    >
      <Box as="dt" fixed={ruled} tone={nameTone}>
        {name}
      </Box>
      <Box as="dd" tabular breaks={ruled} text="end">
        {children}
      </Box>
    </Box>
  );
}
