import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { demoAccounts, demoPassword } from '@bursar/api/seed/demo-people';

export type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Signs the demo's manager in through the form. Later browsers reuse the session. */
export async function signIn(browser: Browser, address: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: address });
  await signInWithin(context);
  const session = await context.storageState();
  await context.close();
  return session;
}

export async function signInWithin(context: BrowserContext, address = ''): Promise<void> {
  const manager = demoAccounts.find(({ role }) => role === 'user');
  if (!manager) throw new Error('The demo has no manager.');
  const page = await context.newPage();
  await page.goto(`${address}/auth/boxed-signin`);
  await page.getByRole('textbox', { name: 'Email' }).first().fill(manager.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${address}/`);
  await page.close();
}
