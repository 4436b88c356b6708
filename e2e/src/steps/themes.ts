import { expect, type Page } from '@playwright/test';
import type { Visitor } from '../stack/journey.ts';
import { bringAxe, expectAccessible, type Skipped } from './axe.ts';

/** The languages in which pages are checked: `ae` is right-to-left. */
export const languages = ['en', 'ae'] as const;
export type Language = (typeof languages)[number];

/** Prepares the browser before its first page: the system's theme, a language, and axe. */
export async function dress({ context }: Visitor, language?: Language): Promise<void> {
  const settings: Record<string, string> = { theme: 'system' };
  if (language !== undefined) {
    settings.i18nextLng = language;
    settings.rtlClass = language === 'ae' ? 'rtl' : 'ltr';
  }
  await context.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, settings);
  await bringAxe(context);
}

/** Switches the open page to a language by the header's menu, and waits for its direction. */
export async function turnTo(page: Page, language: Language): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^(Language|اللغة)$/ }).click();
  await header.getByRole('menuitem', { name: language === 'ae' ? 'العربية' : 'English' }).click();
  await expect(header.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ae' ? 'rtl' : 'ltr');
}

type Scheme = 'light' | 'dark';

/**
 * Expects no violation in the light and the dark scheme. Only colours depend on the scheme, so only
 * the colour rules run in the second scheme. Colours do not depend on the direction, as the theme's
 * `directions.test` checks. The check starts with the page's own scheme, because each change draws
 * the page again.
 */
export async function expectAccessibleByDayAndNight(
  page: Page,
  where: string,
  skipped?: Skipped,
): Promise<void> {
  const { dir, isDark } = await page.evaluate(() => ({
    dir: document.documentElement.dir,
    isDark: document.documentElement.dataset.mantineColorScheme === 'dark',
  }));
  const [first, second]: readonly [Scheme, Scheme] = isDark ? ['dark', 'light'] : ['light', 'dark'];
  await turnToScheme(page, first);
  await expectAccessible(page, `${where}, ${first}, ${dir}`, { skipped });
  await turnToScheme(page, second);
  await expectAccessible(page, `${where}, ${second}, ${dir}`, { rules: 'of colours', skipped });
}

async function turnToScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Even without motion, a colour takes a moment to change. An `expect` would describe the whole
  // page for its report on every retry.
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    colorScheme,
    { timeout: 40_000 },
  );
}
