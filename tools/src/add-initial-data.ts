import { createFirstAdmin } from '@bursar/api/features/access/accounts/create-first-admin';
import { isLeakedPassword } from '@bursar/api/features/access/accounts/password-rules';
import { dayIn, systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import type { Settings } from '@bursar/api/platform/settings';
import { demoAccounts, demoPassword } from '@bursar/api/seed/demo-people';
import { isEmptyDatabase, seedDemo } from '@bursar/api/seed/seed-demo';
import { askFirstAdmin, leakedPassword } from './ask-first-admin.ts';
import { Refusal } from './refusal.ts';

type Log = (sentence: string) => void;

/**
 * Fills an empty database with the demo if the settings ask for it. Otherwise creates the first
 * administrator if there is none.
 */
export async function addInitialData(
  owner: Database,
  settings: Pick<Settings, 'demo' | 'firstAdmin' | 'documents'>,
  log: Log,
): Promise<void> {
  if (settings.demo) {
    if (await isEmptyDatabase(owner)) await seedDemoDatabase(owner, settings.documents, log);
    return;
  }
  if (await hasAdmin(owner)) return;
  const admin = settings.firstAdmin ?? (await askForAdmin());
  if (isLeakedPassword(admin.password)) throw new Refusal(leakedPassword);
  await createFirstAdmin(owner, admin, systemClock.now());
  log(`The first admin is ${admin.email}.`);
}

export async function seedDemoDatabase(
  owner: Database,
  { documentPlace }: Pick<Settings['documents'], 'documentPlace'>,
  log: Log,
): Promise<void> {
  log('Filling the empty database with the demo portfolio …');
  const now = systemClock.now();
  await seedDemo(owner, { today: dayIn('UTC', now), now, documentPlace, log });
}

/**
 * Returns lines with the password of the demo accounts and one email address for each role. Returns
 * no lines if the database does not have these accounts.
 */
export async function describeDemo(owner: Database): Promise<string[]> {
  const [admin] = demoAccounts;
  const rows = await owner`select from accounts where email = ${admin.email}`;
  if (rows.length === 0) return [];
  const firstOfRole = [
    ...new Map(demoAccounts.toReversed().map((who) => [who.role, who])).values(),
  ];
  const accounts = firstOfRole
    .toReversed()
    .map(({ role, email }) => `    ${role.padEnd(6)} ${email}`);
  return [`  Demo accounts, all with the password ${demoPassword}`, ...accounts];
}

async function hasAdmin(owner: Database): Promise<boolean> {
  const rows = await owner`select from accounts where role = 'admin' limit 1`;
  return rows.length > 0;
}

async function askForAdmin(): Promise<{ email: string; password: string }> {
  if (process.stdin.isTTY) return askFirstAdmin();
  throw new Refusal(
    'This installation has no admin yet, and there is no terminal for the question. Set BURSAR_ADMIN_EMAIL and BURSAR_ADMIN_PASSWORD for the first start, or BURSAR_DEMO=on for the demo.',
  );
}
