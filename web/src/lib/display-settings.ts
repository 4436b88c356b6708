import { useSyncExternalStore } from 'react';
import i18next from 'i18next';
import { type Language, languages, directionOf } from './languages.ts';

/**
 * The choices of the display settings. The first is the default; the default direction is that of
 * the language.
 */
export const settingChoices = {
  theme: ['light', 'dark', 'system'],
  menu: ['vertical', 'collapsible-vertical', 'horizontal'],
  layout: ['full', 'boxed'],
  rtlClass: ['ltr', 'rtl'],
  animation: [
    'none',
    'fade',
    'fade-down',
    'fade-up',
    'fade-left',
    'fade-right',
    'slide-down',
    'slide-left',
    'slide-right',
    'zoom-in',
  ],
  navbar: ['sticky', 'floating', 'static'],
} as const;

type Choices = typeof settingChoices;
type ChoiceName = keyof Choices;

/**
 * The reader's display settings. `sidebar` is true if the sidebar is not in its default state. It
 * is then open on a narrow screen or with the collapsible menu, and hidden on a wide screen with
 * the vertical menu.
 */
export type DisplaySettings = { readonly [Name in ChoiceName]: Choices[Name][number] } & {
  readonly sidebar: boolean;
  readonly semidark: boolean;
  readonly languageList: readonly Language[];
};

export function displaySettings(): DisplaySettings {
  return current;
}

/**
 * Changes some settings and saves them in this browser under the specification's keys. The other
 * settings are not saved again, because another tab may have changed them.
 */
export function changeDisplaySettings(changes: Partial<DisplaySettings>): void {
  // A newly chosen menu starts with its sidebar in the default state.
  const changed = changes.menu === undefined ? changes : { sidebar: false, ...changes };
  current = { ...current, ...changed };
  save(changed);
  for (const listener of listeners) listener();
}

/** Returns the settings and rerenders the component when they change. */
export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(onDisplaySettingsChange, displaySettings, displaySettings);
}

export function onDisplaySettingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme that the header's button chooses next: light, dark, system, light. */
export function nextTheme(theme: DisplaySettings['theme']): DisplaySettings['theme'] {
  if (theme === 'light') return 'dark';
  return theme === 'dark' ? 'system' : 'light';
}

const listeners = new Set<() => void>();
let current = restore();
save(current);

/** Reads the saved settings; a value unknown to this version falls back to the default. */
function restore(): DisplaySettings {
  return {
    theme: restoreChoice('theme'),
    menu: restoreChoice('menu'),
    layout: restoreChoice('layout'),
    // `app/first-paint.js` has set the direction, from the stored one or from the language.
    rtlClass: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
    animation: restoreChoice('animation'),
    navbar: restoreChoice('navbar'),
    sidebar: stored('sidebar') === 'true',
    semidark: stored('semidark') === 'true',
    languageList: restoreLanguages(),
  };
}

function restoreChoice<Name extends ChoiceName>(name: Name): Choices[Name][number] {
  const choices: readonly Choices[Name][number][] = settingChoices[name];
  const saved = stored(name);
  // Every list of choices has a first entry.
  return choices.find((choice) => choice === saved) ?? (choices[0] as Choices[Name][number]);
}

/** Returns the available languages, with the names from the configured list. */
function restoreLanguages(): readonly Language[] {
  const configured = readList(stored('languageList'));
  return languages.map((language) => {
    const entry = configured.find(({ code }) => code === language.code);
    return typeof entry?.name === 'string' ? { ...language, name: entry.name } : language;
  });
}

function readList(json: string | null): readonly { code?: unknown; name?: unknown }[] {
  try {
    const list: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'object' && entry) : [];
  } catch {
    return [];
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // The browser refuses storage for this site.
  }
}

function save(settings: Partial<DisplaySettings>): void {
  try {
    for (const [key, value] of Object.entries(settings)) {
      localStorage.setItem(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  } catch {
    // The browser refuses storage: the settings last until the page is closed.
  }
}

/**
 * Changes the language and its direction: `ae` is read from the right, every other from the left.
 */
export async function chooseLanguage(code: Language['code']): Promise<void> {
  await i18next.changeLanguage(code);
  changeDisplaySettings({ rtlClass: directionOf(code) });
}
