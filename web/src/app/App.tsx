import { RouterProvider } from 'react-router/dom';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useDisplaySettings } from '../lib/display-settings.ts';
import { htmlLanguageOf, useLanguage } from '../lib/languages.ts';
import { usePrintMoment } from '../ui/print/use-print-moment.ts';
import type { createAppRouter } from './router.tsx';

/** The product: the document's look, and its pages by their addresses. */
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

/** The colour scheme in force: it follows the system where the reader chose that, and print is always light. */
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
