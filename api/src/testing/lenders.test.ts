import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcile } from '../features/control/reconciliation/reconcile.ts';
import { restoreBackup } from '../features/control/backups/restore-backup.ts';
import { takeBackup } from '../features/control/backups/take-backup.ts';
import { runJobs } from '../platform/jobs.ts';
import { openChangeListener } from '../platform/live-updates/change-listener.ts';
import { sendBeat } from '../platform/live-updates/live-updates.store.ts';
import { MIGRATION_LOCK, migrate } from '../platform/migrate.ts';
import { lockIn } from '../platform/postgres/lender-names.ts';
import { describeSchema } from './describe-schema.ts';
import { generateTape } from '../seed/generate-tape.ts';
import { openImportOffice } from './import-office.ts';
import { addressOf, openLender } from './lenders.ts';
import { openOffice, paymentOf, type Office } from './open-office.ts';
import { clientOf, createTestApp, postSignIn } from './test-app.ts';
import { testPassword } from './arrange.ts';
import { createBareDatabase } from './test-database.ts';

const schema = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');

describe('two lenders in one database', () => {
  let url: string;
  let north: Office;
  let south: Office;
  let amountMinor = 1_000;

  beforeAll(async () => {
    const { owner } = await createBareDatabase();
    url = await addressOf(owner);
    const lenders = [openLender(url, 'north'), openLender(url, 'order')] as const;
    // Both lenders migrate at the same time.
    const results = await Promise.all(lenders.map((lender) => migrate(lender.owner)));
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
    const [first, second] = lenders;
    north = await openOffice({ test: await createTestApp({ databases: first }) });
    south = await openOffice({ test: await createTestApp({ databases: second }) });
    const tape = generateTape({ rows: 20 });
    await openImportOffice(north.test.database, north.portfolio).book(tape);
  });

  async function payAtNorth() {
    const [loan] = await north.test.owner<{ loanId: string }[]>`
      select loan_id from loan_state where status = 'active' order by loan_id limit 1`;
    const loanId = loan?.loanId ?? '';
    const manager = await north.signIn('manager');
    // A payment of the same amount would look like a duplicate.
    amountMinor += 1;
    const payment = paymentOf({ amountMinor, valueDate: '2026-06-15' });
    const paid = await manager.post(`/api/loans/${loanId}/payments`, payment);
    expect(paid.status).toBe(200);
    return { loanId, manager };
  }

  it('have the same tables, functions and triggers as a lender of its own database', async () => {
    const described = await describeSchema(north.test.owner);
    expect(described.replaceAll(/"?\bnorth"?\./g, 'public.').replaceAll('_north', '')).toBe(schema);
  });

  it('have sessions, loans and rows of their own', async () => {
    const { loanId, manager } = await payAtNorth();
    const other = await south.signIn('manager');
    expect((await other.get(`/api/loans/${loanId}`)).status).toBe(404);
    expect((await clientOf(south.test.app, manager.cookies).get('/api/loans')).status).toBe(401);
    const [count] = await south.test.owner`select count(*)::int as payments from payments`;
    expect(count).toEqual({ payments: 0 });
    for (const query of ['select from "order".loans', 'select from pgboss_order.job']) {
      await expect(north.test.database.unsafe(query)).rejects.toThrow('permission denied');
    }
  });

  it('hear only of their own changes', async () => {
    const heard = [north, south].map(({ test }) => {
      const payloads: string[] = [];
      const listening = new Promise<void>((resolve) => {
        const listener = openChangeListener(
          {
            database: test.database,
            log: { warn: () => undefined },
            onPayload: (payload) => payloads.push(payload),
            onListening: resolve,
          },
          60_000,
        );
        onTestFinished(() => listener.close());
      });
      return { payloads, listening };
    });
    await Promise.all(heard.map(({ listening }) => listening));
    await payAtNorth();
    await sendBeat(south.test.database);
    const [ours, theirs] = heard.map(({ payloads }) => payloads);
    await vi.waitFor(() => expect(ours).toContainEqual(expect.stringMatching(/^\d+$/)));
    await vi.waitFor(() => expect(theirs).toEqual([expect.stringMatching(/^beat /)]));
  });

  it('run only their own jobs', async () => {
    const job = () => Promise.resolve();
    const { database } = south.test;
    const running = runJobs({
      database,
      jobs: { 'count-dues': job },
      log: south.test.app.server.log,
      pollEverySeconds: 1,
    });
    onTestFinished(() => running.stop());
    const done = () =>
      south.test
        .owner`select from pgboss_order.job where name = 'count-dues' and state = 'completed'`;
    await expect.poll(async () => (await done()).length).toBeGreaterThan(0);
    const theirs = await north.test.owner`select from pgboss_north.job where name = 'count-dues'`;
    expect(theirs).toHaveLength(0);
  });

  it('migrate while another one does', async () => {
    await north.test.owner.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${lockIn(transaction, MIGRATION_LOCK)})`;
      expect(await migrate(openLender(url, 'west').owner)).toMatchObject({ ok: true });
    });
  });

  it('restore a backup into a schema of its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bursar-lenders-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { loanId } = await payAtNorth();
    const path = join(folder, 'north.backup');
    const documentPlace = north.test.documentsFolder;
    expect(await takeBackup(north.test.owner, { path, documentPlace })).toMatchObject({ ok: true });
    const east = openLender(url, 'east');
    const now = north.test.clock.now();
    const options = { path, documentPlace: folder, now, report: () => undefined };
    expect(await restoreBackup(east.owner, options)).toMatchObject({ ok: true });
    const app = await createTestApp({ databases: east });
    const { email } = north.portfolio.manager;
    const { cookies, answer } = await postSignIn(app.app, { email, password: testPassword });
    expect(answer.status).toBe(200);
    const manager = clientOf(app.app, { ...cookies, token: answer.body.token });
    expect((await manager.get(`/api/loans/${loanId}`)).status).toBe(200);
    for (const { owner } of [east, north.test, south.test]) {
      const checks = await reconcile(owner);
      expect(checks.filter(({ count }) => count > 0)).toEqual([]);
    }
    expect(await restoreBackup(east.owner, options)).toMatchObject({ ok: false });
  });
});
