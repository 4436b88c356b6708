import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { preloadedTranslations } from '../src/app/preload-translations.ts';
import { englishFailureTexts } from './failure-texts.ts';

const folder = new URL('../public/locales/', import.meta.url);
const fallback = 'en';

/**
 * Writes the translations of each kind of first visit as one file per language, next to the files
 * of the single namespaces.
 */
export function bundleTranslations(): Plugin {
  return {
    name: 'bursar:bundle-translations',
    apply: 'build',
    generateBundle() {
      for (const code of readdirSync(folder)) {
        for (const [name, namespaces] of Object.entries(preloadedTranslations)) {
          const source = JSON.stringify(gather(code, namespaces));
          this.emitFile({ type: 'asset', fileName: `locales/${code}/${name}.json`, source });
        }
      }
    },
  };
}

/**
 * Returns the texts by language and namespace for i18next; other languages fall back to English.
 */
function gather(language: string, namespaces: readonly string[]): Record<string, object> {
  const codes = [...new Set([language, fallback])];
  return Object.fromEntries(
    codes.map((code) => [
      code,
      Object.fromEntries(namespaces.map((name) => [name, readTexts(code, name)])),
    ]),
  );
}

function readTexts(language: string, namespace: string): unknown {
  if (language === 'en' && namespace === 'failures') return englishFailureTexts();
  return JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, folder), 'utf8'));
}
