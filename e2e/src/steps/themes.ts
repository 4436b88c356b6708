import { expect, type Page } from '@playwright/test';
import type { Visitor } from '../stack/journey.ts';
import { bringAxe, expectAccessible } from './axe.ts';

/** The languages a page is seen in: `ae` is read from the right. */
export const languages = ['en', 'ae'] as const;
export type Language = (typeof languages)[number];

/** Dresses the browser before its first page: in the system's colours, in a language, with axe at hand. */
export async function dress({ context }: Visitor, language?: Language): Promise<void> {
  const settings: Record<string, string> = { theme: 'system' };
  if (language !== undefined) {
    settings.i18nextLng = language;
    settings.rtlClass = language === 'ae' ? 'rtl' : 'ltr';
  }
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, settings);
  await bringAxe(context);
}

/** Turns the page that is open to a language, by the header's menu; its direction follows. */
export async function turnTo(page: Page, language: Language): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^(Language|اللغة)$/ }).click();
  await header.getByRole('menuitem', { name: language === 'ae' ? 'العربية' : 'English' }).click();
  await expect(header.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ae' ? 'rtl' : 'ltr');
}

type Scheme = 'light' | 'dark';

/**
 * What is read in one direction by day is read in the other by night, and its neighbour the other way
 * round: colours know no direction, as `directions.test` of the theme holds.
 */
export function schemesAt(turn: number): Readonly<Record<Language, Scheme>> {
  return turn % 2 === 0 ? { en: 'light', ae: 'dark' } : { en: 'dark', ae: 'light' };
}

/**
 * Axe finds nothing on what is open, by day and by night. Only colours change with the system's
 * scheme, so by night only the rules about colours are run.
 */
export async function expectAccessibleByDayAndNight(page: Page, where: string): Promise<void> {
  await expectAccessibleIn(page, 'light', where);
  await turnToScheme(page, 'dark');
  await expectAccessible(page, `${where}, dark, ${await directionOf(page)}`, 'of colours');
}

/** Axe finds nothing on what is open, by day or by night. */
export async function expectAccessibleIn(page: Page, scheme: Scheme, where: string): Promise<void> {
  await turnToScheme(page, scheme);
  await expectAccessible(page, `${where}, ${scheme}, ${await directionOf(page)}`);
}

async function turnToScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Without motion a colour still takes a moment to pass into the next. An `expect` that has to try
  // again describes the page each time, for the report of a failure.
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    colorScheme,
    { timeout: 10_000 },
  );
}

const directionOf = async (page: Page) => (await page.locator('html').getAttribute('dir')) ?? '';
