import './mantine-primitives.css';
import { DirectionContext, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { resolveCssVariables, theme } from './theme.ts';

type MantineLookProps = {
  colorScheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  children: ReactNode;
};

/**
 * Draws Mantine's components below with the house's tokens. It stands around the shell, not around
 * the product: sign-in and the error pages need none of it, and are there the sooner.
 */
export function MantineLook({ colorScheme, direction, children }: MantineLookProps) {
  const directionValue = useMemo(
    () => ({ dir: direction, setDirection: noChange, toggleDirection: noChange }),
    [direction],
  );
  return (
    <DirectionContext value={directionValue}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        forceColorScheme={colorScheme}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}

/** The direction belongs to the display settings; no component changes it behind their back. */
function noChange(): void {}
