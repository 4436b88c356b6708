import type { Browser, BrowserContextOptions } from '@playwright/test';
import { demoAccounts, demoPassword } from '@bursar/api/seed/demo-people';
import { type Role, roles } from '@bursar/contracts/roles';
import { openSession } from '../stack/open-session.ts';

/** The cookies of a signed-in user, for any number of browsers. */
export type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;
export type Sessions = ReadonlyMap<Role, Session>;

/** Signs in the first demo user of each role, once. */
export async function openSessions(browser: Browser, address: string): Promise<Sessions> {
  const sessions = new Map<Role, Session>();
  for (const role of roles) {
    const account = demoAccounts.find((person) => person.role === role);
    if (!account) throw new Error(`The demo has nobody who is ${role}.`);
    const context = await browser.newContext({ baseURL: address });
    await openSession(context, { email: account.email, password: demoPassword, address });
    sessions.set(role, await context.storageState());
    await context.close();
  }
  return sessions;
}
