import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { testPassword } from '@bursar/api/testing/arrange';
import type { Language } from './themes.ts';
import { textOf } from './translated-text.ts';

type SetUpOptions = {
  readonly language?: Language;
  /** Called at each step of the screen. */
  readonly onStep?: (what: string) => Promise<void>;
};

/** Sets up a second factor as its owner would; returns the app's secret and the recovery codes. */
export async function setUpSecondFactor(
  page: Page,
  now: Date,
  { language = 'en', onStep = () => Promise.resolve() }: SetUpOptions = {},
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const t = (key: string) => textOf(language, `profile:factor.${key}`);
  await page.goto('/users/profile?tab=security');
  await page.getByRole('button', { name: t('setUp') }).click();
  await page.getByLabel(t('password')).fill(testPassword);
  await onStep('the password asked again');
  await page.getByRole('button', { name: t('continue') }).click();
  await expect(page.getByRole('img', { name: t('qr') })).toBeVisible();
  await onStep('the secret to scan');
  const spelt = await page.locator('form code').textContent();
  const secret = (spelt ?? '').replaceAll(' ', '');
  await page.getByLabel(t('code')).fill(codeOf(secret, now));
  await page.getByRole('button', { name: t('switchOn') }).click();
  const panel = page.getByRole('status').filter({ hasText: t('codesTitle') });
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  await onStep('the recovery codes');
  const recoveryCodes = await panel.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: t('kept') }).click();
  await expect(page.getByRole('button', { name: t('renew') })).toBeVisible();
  return { secret, recoveryCodes };
}

/** Returns the code that an authenticator app shows at a time. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
