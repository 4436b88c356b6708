import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useDisplaySettings } from '../lib/display-settings.ts';
import { usePrintMoment } from '../ui/print/use-print-moment.ts';
import { htmlLanguageOf, useLanguage } from '../lib/languages.ts';

/** Keeps the document's colours, direction and language with the settings. */
export function useDocumentLook(): void {
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

/** The colours now in force; where the theme is the system's, they change as the system does, and paper is white. */
export function useColorScheme(): 'light' | 'dark' {
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
