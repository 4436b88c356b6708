import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { testPassword } from '@bursar/api/testing/arrange';

/** Sets up a second factor as its owner would; answers what the app keeps and the recovery codes. */
export async function setUpSecondFactor(
  page: Page,
  now: Date,
): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  await page.goto('/users/profile?tab=security');
  await page.getByRole('button', { name: 'Set up a second factor' }).click();
  await page.getByLabel('Your password').fill(testPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  const spelt = await page.locator('form code').textContent();
  const secret = (spelt ?? '').replaceAll(' ', '');
  await page.getByLabel('Code of the app').fill(codeOf(secret, now));
  await page.getByRole('button', { name: 'Switch on' }).click();
  const panel = page.getByRole('status').filter({ hasText: 'Your recovery codes' });
  await expect(panel.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await panel.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  return { secret, recoveryCodes };
}

/** What the app shows at a moment of the server's clock. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** The second step of sign-in. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
