import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reconcile } from '../features/control/reconciliation/reconcile.ts';
import { restoreBackup } from '../features/control/backups/restore-backup.ts';
import { takeBackup } from '../features/control/backups/take-backup.ts';
import { announceTyping } from '../platform/live-updates/announce-change.ts';
import { openDatabase, plannedByValues, type Database } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { nameFor } from '../platform/postgres/lender-names.ts';
import { targetsOfAddresses } from '../platform/postgres/targets.ts';
import { describeSchema } from './describe-schema.ts';
import { formerStops, migrateByFormerTexts } from './earlier-migrations.ts';
import { generateTape } from '../seed/generate-tape.ts';
import { openLender } from './lenders.ts';
import { openOffice, paymentOf, type Office } from './open-office.ts';
import { openStreamWithin } from './open-stream.ts';
import { listRefusedRewrites, listStandardBodies } from './schema-rules.ts';
import {
  findSystemPostgres,
  startSystemPostgres,
  type SystemPostgres,
} from './start-system-postgres.ts';
import { hasPgBouncer, startPgBouncer } from './start-pgbouncer.ts';
import { clientOf, createTestApp, openNeighbour, postSignIn } from './test-app.ts';
import type { TestClient } from './test-app.ts';
import { arrangeApprovalRule, testPassword } from './arrange.ts';
import { whenFileEnds } from './when-file-ends.ts';

/** Far longer than a change takes, because the machine may be busy. */
const PATIENT = { timeout: 60_000 };

const binaries = findSystemPostgres();
if (binaries === null) {
  process.stdout.write(
    'This machine has no PostgreSQL of Debian (/usr/lib/postgresql), so that no test runs on one.\n',
  );
}

describe.skipIf(binaries === null)(
  `Debian's PostgreSQL ${binaries?.version}`,
  { timeout: 120_000 },
  () => {
    let system: SystemPostgres;
    let schema: string;
    beforeAll(async () => {
      if (binaries === null) return;
      system = await startSystemPostgres(binaries);
      whenFileEnds(system.stop);
      schema = await describeSchema(await install());
    }, 480_000);

    async function install(): Promise<Database> {
      const { owner } = await system.createDatabase();
      expect(await migrate(owner)).toMatchObject({ ok: true });
      return owner;
    }

    it('accepts a new installation, and can rewrite every table', async () => {
      const owner = await install();
      expect(await listStandardBodies(owner)).toEqual([]);
      expect(await listRefusedRewrites(owner)).toEqual([]);
    });

    it.each(formerStops)(
      'upgrades a database with the first texts from before %s',
      async (name) => {
        const owner = await installFormer(name);
        expect(await migrate(owner)).toMatchObject({ ok: true });
        expect(await describeSchema(owner)).toBe(schema);
      },
    );

    it('restores a backup with the first texts, and migrates it', async () => {
      const folder = temporaryFolder();
      const former = await installFormer(formerStops[0]);
      const path = join(folder, 'former.backup');
      expect(await takeBackup(former, { path, documentPlace: folder })).toMatchObject({
        ok: true,
      });
      const { owner } = await system.createDatabase();
      const now = new Date('2026-06-20T08:00:00Z');
      const options = { path, documentPlace: folder, now, report: () => undefined };
      expect(await restoreBackup(owner, options)).toMatchObject({ ok: true });
      expect(await describeSchema(owner)).toBe(schema);
    });

    async function installFormer(name: string): Promise<Database> {
      const { owner } = await system.createDatabase();
      await migrateByFormerTexts(owner, name);
      expect(await listStandardBodies(owner)).toContain('listed_facts(loans,borrowers)');
      return owner;
    }

    it('runs a day: tape, assignment, payments, a reversal, close, backup and restore', async () => {
      const { database, owner } = await system.createDatabase();
      await migrate(owner);
      for (const each of [database, owner, plannedByValues(database)]) {
        expect(await each`select current_setting('jit') as jit`).toEqual([{ jit: 'off' }]);
      }
      const test = await createTestApp({ databases: { database, owner } });
      const office = await openOffice({ test });
      const rule = { kind: 'reverse-payment', required: false } as const;
      await arrangeApprovalRule(owner, office.portfolio, rule);
      await spendDay(office);
      expect(await notHolding(owner)).toEqual([]);
      const folder = temporaryFolder();
      const path = join(folder, 'day.backup');
      const { documentsFolder } = test;
      expect(await takeBackup(owner, { path, documentPlace: documentsFolder })).toMatchObject({
        ok: true,
      });
      const restored = await system.createDatabase();
      const now = test.clock.now();
      const options = { path, documentPlace: folder, now, report: () => undefined };
      expect(await restoreBackup(restored.owner, options)).toMatchObject({ ok: true });
      expect(await notHolding(restored.owner)).toEqual([]);
      const app = await openNeighbour({ ...test, database: restored.database });
      const { email } = office.portfolio.manager;
      const { cookies, answer } = await postSignIn(app, { email, password: testPassword });
      expect(answer.status).toBe(200);
      const again = clientOf(app, { ...cookies, token: answer.body.token });
      const manager = await office.signIn('manager');
      const list = '/api/loans?view=all';
      expect((await again.get(list)).body).toEqual((await manager.get(list)).body);
    });

    it.skipIf(!hasPgBouncer).each([
      { mode: 'session', lender: 'public' },
      { mode: 'transaction', lender: 'public' },
      { mode: 'transaction', lender: 'north' },
    ] as const)(
      'runs the same day through PgBouncer that pools by $mode, as the lender $lender',
      async ({ mode, lender }) => {
        const { urlOf } = await system.createDatabase();
        const { owner } = openLender(urlOf('bursar'), lender);
        await migrate(owner);
        const role = nameFor(lender, 'bursar_app');
        const { password } = new URL(urlOf('bursar'));
        await owner.unsafe(`alter role ${role} login password '${password}'`);
        // In transaction mode, use few server connections, so that clients must share them.
        const servers = mode === 'session' ? 20 : 4;
        const serverUrl = urlOf(role);
        const pooler = await startPgBouncer({ serverUrl, mode, servers });
        const { application } = targetsOfAddresses({
          url: pooler.through(urlOf(role)),
          ownerUrl: urlOf('bursar'),
          directUrl: urlOf(role),
          readUrl: null,
          // Debian's PgBouncer does not support prepared statements in transaction mode.
          isPrepared: mode === 'session',
          schema: lender,
        });
        const database = openDatabase({ target: application });
        whenFileEnds(async () => {
          await database.end();
          await pooler.stop();
        });
        const asked = database`select current_user as role, current_setting('jit') as jit`;
        expect(await asked).toEqual([{ role, jit: 'off' }]);
        await askManyAtOnce(database);
        const test = await createTestApp({ databases: { database, owner }, cachesReads: true });
        const office = await openOffice({ test });
        const rule = { kind: 'reverse-payment', required: false } as const;
        await arrangeApprovalRule(owner, office.portfolio, rule);
        await spendDay(office, await followPayments(office));
        expect(await notHolding(owner)).toEqual([]);
      },
    );
  },
);

/**
 * Sends more statements at once than there are connections. A pooler in transaction mode returned
 * the description of a statement to another caller if the driver sent it before the preceding
 * statement had ended.
 */
async function askManyAtOnce(database: Database): Promise<void> {
  const bytes = Buffer.from('bytes');
  const asked = Array.from({ length: 200 }, async (_, at) => {
    const [plain, number, binary] = await Promise.all([
      database`select 7 as value`,
      database`select ${at}::int as value, ${'a'}::text as other`,
      database`select ${bytes}::bytea as value`,
    ]);
    return [plain, number, binary].map(([row]) => row?.['value']);
  });
  const expected = asked.map((_, at) => [7, at, bytes]);
  expect(await Promise.all(asked)).toEqual(expected);
}

/** Imports a tape, assigns its loans, posts payments, reverses one and closes the day. */
async function spendDay(
  { test, portfolio, signIn }: Office,
  expectPaid: (loanIds: readonly string[]) => Promise<void> = async () => undefined,
): Promise<void> {
  const manager = await signIn('manager');
  const id = uuidv7();
  const upload = `/api/imports?id=${id}&fileName=tape.csv`;
  await manager.upload(upload, Buffer.from(generateTape({ rows: 30 })));
  expect(await leave(manager, { id, state: 'checking' })).toMatchObject({ state: 'checked' });
  expect((await manager.post(`/api/imports/${id}/book`)).status).toBe(200);
  expect(await leave(manager, { id, state: 'booking' })).toMatchObject({ rowsBooked: 30 });
  const listed = await manager.get('/api/loans?view=unassigned&status=active');
  const loanIds: string[] = listed.body.rows.slice(0, 3).map((loan: { id: string }) => loan.id);
  const target = { kind: 'agent', id: portfolio.team.agent.id };
  const assignment = { id: uuidv7(), selection: { loanIds }, target };
  expect(await manager.post('/api/assignments', assignment)).toMatchObject({ body: { count: 3 } });
  const agent = await signIn('agent');
  const payments = loanIds.map((loanId) => ({
    path: `/api/loans/${loanId}/payments`,
    body: paymentOf({ amountMinor: 1000, valueDate: '2026-06-15' }),
  }));
  for (const { path, body } of payments) expect((await agent.post(path, body)).status).toBe(200);
  await expectPaid(loanIds);
  const [first] = payments;
  const reversal = { id: uuidv7(), reason: 'It came from somebody else.' };
  const reversed = await manager.post(`${first?.path}/${first?.body.id}/reversal`, reversal);
  expect(reversed.body).toMatchObject({ outcome: 'reversed' });
  test.clock.moveTo('2026-06-16T08:00:00Z');
  const nextDay = await signIn('manager');
  const closed = await nextDay.post('/api/closings', { day: '2026-06-15' });
  expect(closed.body).toMatchObject({ isClosed: true });
}

/**
 * Follows changes in another session, connected to a second app. Returns a check that the payments
 * of some loans and a typing notification arrive.
 */
async function followPayments({ test, portfolio, signIn }: Office) {
  const neighbour = await openNeighbour(test);
  const stream = await openStreamWithin(neighbour, await signIn('manager'));
  onTestFinished(stream.close);
  return async (loanIds: readonly string[]): Promise<void> => {
    const paid = () => stream.received('post-payment').map(({ loanId }) => loanId);
    await expect.poll(paid, PATIENT).toEqual(expect.arrayContaining([...loanIds]));
    // Typing is not stored, so only a notification can deliver it.
    const author = { id: portfolio.team.agent.id, name: 'An agent' };
    const accountIds = [portfolio.manager.id];
    await announceTyping(test.database, { chatId: uuidv7(), author, accountIds });
    const names = () => stream.messages.map(({ name }) => name);
    await expect.poll(names, PATIENT).toContain('typing');
  };
}

async function leave(client: TestClient, { id, state }: { id: string; state: string }) {
  for (;;) {
    const { body } = await client.get(`/api/imports/${id}`);
    if (body.state !== state) return body;
  }
}

const notHolding = async (owner: Database) =>
  (await reconcile(owner)).filter(({ count }) => count > 0);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-system-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
