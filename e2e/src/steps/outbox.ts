import { expect } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';

/** Returns the path of the link to choose a password in the latest email to this address. */
export async function passwordLinkOf(owner: Database, email: string): Promise<string> {
  const [mail] = await owner<{ body: string }[]>`
    select body from outbox where to_address = ${email} order by created_at desc limit 1`;
  const link = /\/auth\/boxed-password-reset\?token=[\w-]+/.exec(mail?.body ?? '')?.[0];
  expect(link, `a link in the mail to ${email}`).toBeDefined();
  return link ?? '';
}
