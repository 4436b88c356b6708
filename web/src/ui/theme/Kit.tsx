import './mantine-primitives.css';
import {
  DirectionContext,
  type MantineColorSchemeManager,
  MantineContext,
  MantineProvider,
} from '@mantine/core';
import { type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { resolveCssVariables, theme } from './theme.ts';

/**
 * What Mantine's components need around them. It stands around the pages and panels that have some,
 * not around the product: what needs none of it is there the sooner. One inside another adds nothing.
 */
export function Kit({ children }: { children: ReactNode }) {
  const isInKit = useContext(MantineContext) !== null;
  return isInKit ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { children: ReactNode }) {
  const dir = useSyncExternalStore(onDirectionChange, readDirection);
  const direction = useMemo(
    () => ({ dir, setDirection: noChange, toggleDirection: noChange }),
    [dir],
  );
  return (
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveCssVariables}
        colorSchemeManager={documentsScheme}
        // The document has its colours already: nothing is written on it.
        getRootElement={noElement}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}

function readDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}

function onDirectionChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['dir'] });
  return () => observer.disconnect();
}

/** Colours are decided by styles alone, from what the document says. */
const documentsScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set: noChange,
  subscribe: noChange,
  unsubscribe: noChange,
  clear: noChange,
};

function noElement(): undefined {
  return undefined;
}

/** Colours and direction belong to the display settings; no component changes them by itself. */
function noChange(): void {}
