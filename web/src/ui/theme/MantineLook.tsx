import './mantine-primitives.css';
import { DirectionContext, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { resolveCssVariables, theme } from './theme.ts';

type MantineLookProps = {
  colorScheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  children: ReactNode;
};

/**
 * Draws Mantine's components below with the house's tokens. It stands around the pages and panels
 * that have some, not around the product: what needs none of it is there the sooner.
 */
export function MantineLook({ colorScheme, direction, children }: MantineLookProps) {
  const directionValue = useMemo(
    () => ({ dir: direction, setDirection: noChange, toggleDirection: noChange }),
    [direction],
  );
  const schemeManager = useMemo(() => fixedScheme(colorScheme), [colorScheme]);
  return (
    <DirectionContext value={directionValue}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        forceColorScheme={colorScheme}
        colorSchemeManager={schemeManager}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}

/** The document has its colours before Mantine comes, which would else begin in those it remembers. */
function fixedScheme(colorScheme: 'light' | 'dark'): MantineColorSchemeManager {
  return {
    get: () => colorScheme,
    set: noChange,
    subscribe: noChange,
    unsubscribe: noChange,
    clear: noChange,
  };
}

/** The direction belongs to the display settings; no component changes it behind their back. */
function noChange(): void {}
