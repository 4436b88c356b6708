import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { cleanup, render } from 'vitest-browser-react';
import { FormatProvider } from '../format/FormatProvider.tsx';
import { notify, toastStore } from '../overlay/notify.ts';
import { Kit } from '../theme/Kit.tsx';

const looks = {
  en: { locale: 'en-GB', direction: 'ltr' },
  ae: { locale: 'ar-AE', direction: 'rtl' },
} as const;

/**
 * Counts the rendered components: each has a visit of its own, because scroll positions are saved
 * by visit.
 */
let visits = 0;

/**
 * Renders a component of the kit as a page does, in a language and its direction, with the kit's
 * texts and those of the named translation files.
 */
export async function draw(
  part: ReactNode,
  language: keyof typeof looks = 'en',
  texts: readonly string[] = [],
) {
  return drawLight(<Kit>{part}</Kit>, language, texts);
}

/**
 * Renders a component like `draw`, but without Mantine's provider, which the component must add if
 * it needs it.
 */
export async function drawLight(
  part: ReactNode,
  language: keyof typeof looks = 'en',
  texts: readonly string[] = [],
) {
  const { locale, direction } = looks[language];
  await cleanup();
  // An earlier test, also of another file, may have left toasts.
  for (const { id } of toastStore.read()) notify.dismiss(id);
  document.documentElement.dir = direction;
  document.documentElement.dataset['mantineColorScheme'] = 'light';
  await readTexts(language, ['ui', ...texts]);
  const element = (
    <FormatProvider locale={locale} timeZone="UTC" today="2026-03-01">
      <main>{part}</main>
    </FormatProvider>
  );
  // A router with data, as in Bursar: forms that ask before the user leaves them need one.
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: [{ pathname: '/', key: `visit-${++visits}` }],
  });
  return render(<RouterProvider router={router} />);
}

/**
 * Loads the named translation files and removes all others, so that no test depends on the texts of
 * another.
 */
async function readTexts(language: keyof typeof looks, files: readonly string[]): Promise<void> {
  if (!i18next.isInitialized) await i18next.use(initReactI18next).init({ resources: {} });
  for (const known of Object.keys(i18next.store.data[language] ?? {})) {
    i18next.removeResourceBundle(language, known);
  }
  await Promise.all(
    files.map(async (file) => {
      const bundle: unknown = await (await fetch(`/locales/${language}/${file}.json`)).json();
      i18next.addResourceBundle(language, file, bundle);
    }),
  );
  await i18next.changeLanguage(language);
}
