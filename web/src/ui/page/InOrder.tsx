import type { ComponentProps } from 'react';
import { Stack } from '../layout/Layout.tsx';
import classes from './InOrder.module.css';

type InOrderProps = Pick<ComponentProps<typeof Stack>, 'gap' | 'children'>;

/**
 * Parts of a page below each other that load on their own and whose heights are unknown until then.
 * A part is visible once all parts above it have loaded: they would push it down.
 */
export function InOrder({ gap = 0, children }: InOrderProps) {
  return (
    <Stack gap={gap} className={classes.parts}>
      {children}
    </Stack>
  );
}
