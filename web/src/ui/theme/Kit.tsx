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
 * Mantine's context, around pages and panels that need it. The application as a whole is not inside
 * it, because pages without Mantine load sooner. A nested `Kit` adds nothing.
 */
export function Kit({ children }: { children: ReactNode }) {
  const isInKit = useContext(MantineContext) !== null;
  return isInKit ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { children: ReactNode }) {
  const dir = useSyncExternalStore(onDirectionChange, readDirection, readDirection);
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
        // The document already has its colour attributes: Mantine must not set them.
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

/**
 * Makes Mantine leave the colours to the style sheets, which read the attributes of the document.
 */
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

/** The display settings own colours and direction; no component changes them. */
function noChange(): void {}
