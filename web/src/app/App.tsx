import { RouterProvider } from 'react-router/dom';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useDisplaySettings } from '../lib/display-settings.ts';
import { htmlLanguageOf, useLanguage } from '../lib/languages.ts';
import { usePrintMoment } from '../ui/print/use-print-moment.ts';
import type { createAppRouter } from './router.tsx';

/** The root component: applies the display settings and renders the router. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  useDocumentLook();
  return <RouterProvider router={router} />;
}

/** Keeps the document's colours, direction and language in step with the settings. */
function useDocumentLook(): void {
  const { rtlClass } = useDisplaySettings();
  const language = useLanguage();
  const colorScheme = useColorScheme();
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-mantine-color-scheme', colorScheme);
    document.body.classList.toggle('dark', colorScheme === 'dark');
  }, [colorScheme]);
  useLayoutEffect(() => {
    document.documentElement.dir = rtlClass;
  }, [rtlClass]);
  useLayoutEffect(() => {
    document.documentElement.lang = htmlLanguageOf(language);
  }, [language]);
}

/**
 * Returns the colour scheme to use: it follows the system if the reader chose that; print is light.
 */
function useColorScheme(): 'light' | 'dark' {
  const { theme } = useDisplaySettings();
  const systemIsDark = useSyncExternalStore(onSystemSchemeChange, () => systemDark.matches);
  const isOnPaper = usePrintMoment() !== null;
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark);
  return isDark && !isOnPaper ? 'dark' : 'light';
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function onSystemSchemeChange(listener: () => void): () => void {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
}
