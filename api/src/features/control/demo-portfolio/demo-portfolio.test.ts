import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { roles } from '@bursar/contracts/roles';
import { addDemoPortfolio } from '../../../seed/seed-demo.ts';
import { arrangeAdmin, arrangeLoan } from '../../../testing/arrange.ts';
import { neededQueries } from '../../../testing/needed-queries.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { closeDays } from '../end-of-day/close-days.ts';
import { readDatabaseFigures } from '../metrics/metrics.store.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

const { test, portfolio, signIn } = await openOffice();
const { email } = await arrangeAdmin(test.owner);
const admin = await test.signIn(email);
const manager = await signIn('manager');
await arrangeLoan(test.owner, portfolio, { borrowerName: 'Real Borrower' });

const path = '/api/demo-portfolio';
type Demo = {
  id: string;
  name: string;
  loans: number;
  accounts: { role: string; email: string }[];
};

const find = async (): Promise<Demo | null> => (await admin.get(path)).body.demo;

async function add(): Promise<Demo> {
  const made = await admin.post(path, { id: uuidv7() });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.demo;
}

async function present(): Promise<Demo> {
  return (await find()) ?? (await add());
}

async function remove({ id }: Pick<Demo, 'id'>) {
  return admin.post(`${path}/${id}/removal`);
}

async function openAs(demo: Demo, role: string): Promise<{ client: TestClient; password: string }> {
  const { body } = await admin.post(`${path}/${demo.id}/password`);
  const password = String(body.password);
  return { client: await test.signIn(emailOf(demo, role), password), password };
}

const emailOf = ({ accounts }: Demo, role: string) =>
  accounts.find((account) => account.role === role)?.email ?? '';

/** Every address that an administrator can read without naming a row. */
const plainReads = () =>
  test.app.platform.endpoints
    .filter(({ key, answerType }) => key.startsWith('GET ') && answerType !== 'text/event-stream')
    .filter(({ key }) => !key.includes(':') && key !== `GET ${path}`)
    .map(({ key }) => `${key.slice('GET '.length)}?${neededQueries[key] ?? ''}`);

async function readAll(client: TestClient, addresses: readonly string[]) {
  const answers = new Map<string, string>();
  for (const address of addresses) {
    const { status, body } = await client.get(address);
    expect(status, address).toBeLessThan(500);
    answers.set(address, Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body));
  }
  return answers;
}

/** Returns texts that would reveal the demo if they appeared in an answer. */
async function marksOf({ id }: Demo): Promise<readonly string[]> {
  const rows = await test.owner<{ mark: string }[]>`
    select name as mark from portfolios where id = ${id}
    union select unnest(array[id::text, name, email]) from accounts where portfolio_id = ${id}
    union select id::text from teams where portfolio_id = ${id}
    union select id::text from products where portfolio_id = ${id}
    union select loan_id::text from loan_state where portfolio_id = ${id}
    union select unnest(array[id::text, name]) from borrowers where portfolio_id = ${id}
    union select id::text from approvals where portfolio_id = ${id}
    union select id::text from invoices where portfolio_id = ${id}
    union select id::text from loan_applications where portfolio_id = ${id}`;
  return rows.map(({ mark }) => mark);
}

async function expectHidden(demo: Demo): Promise<void> {
  const marks = await marksOf(demo);
  expect(marks.length).toBeGreaterThan(300);
  const searches = ['Delta', 'Reyes', 'Garcia', 'L-000001', 'demo'].map(
    (q) => `/api/search?q=${q}`,
  );
  const lists = ['/api/loans?view=all', '/api/loans?view=all&q=a', '/api/audit?limit=100'];
  for (const [address, text] of await readAll(admin, [...plainReads(), ...searches, ...lists])) {
    const found = marks.filter((mark) => text.includes(mark));
    expect(found, address).toEqual([]);
  }
}

/** A person to invite; the caller adds the id. */
const person = {
  role: 'agent',
  name: 'Invited Person',
  email: 'person@lender.example',
  phone: '',
  language: 'en',
  timeZone: null,
  teamId: null,
  commissionRatePercent: null,
  monthlyTargetMinor: null,
};

describe('a portfolio of demo data', () => {
  it('changes no figure of an administrator or of another portfolio', async () => {
    const ofAdmin = ['/api/dashboard', '/api/loans?view=all', '/api/staff', '/api/permissions'];
    const ofManager = [...ofAdmin, '/api/notices', '/api/approvals'];
    const before = [await readAll(admin, ofAdmin), await readAll(manager, ofManager)];
    const demo = await add();
    expect(demo.loans).toBe(180);
    expect(demo.accounts.map(({ role }) => role)).toEqual(['user', 'team', 'agent']);
    const after = [await readAll(admin, ofAdmin), await readAll(manager, ofManager)];
    expect(after).toEqual(before);
    await expectHidden(demo);
  });

  it('is seen by its own accounts, with the password that an administrator sets', async () => {
    const demo = await present();
    const own = await openAs(demo, 'user');
    const list = await own.client.get('/api/loans?view=all');
    expect(list.body.sums.count).toBe(demo.loans);
    const again = await openAs(demo, 'agent');
    // The former password and its sessions end.
    expect((await own.client.get('/api/session')).status).toBe(401);
    await expect(test.signIn(emailOf(demo, 'user'), own.password)).rejects.toThrow(
      'credentials_wrong',
    );
    expect((await again.client.get('/api/loans?view=all')).body.sums.count).toBeGreaterThan(0);
  });

  it('sends no mail and notifies no administrator', async () => {
    const demo = await present();
    const [counted] = await test.owner`
      select (select count(*)::int from outbox) as mails,
        (select count(*)::int from notifications notification
          join accounts account on account.id = notification.account_id
          where account.role = 'admin') as notices`;
    expect({ ...counted }).toEqual({ mails: 0, notices: 0 });
    const { client } = await openAs(demo, 'user');
    const invited = await client.post('/api/staff', {
      ...person,
      id: uuidv7(),
      email: 'new.agent@lender.example',
    });
    expect(invited.status, JSON.stringify(invited.body)).toBe(200);
    Object.assign(test.app.platform, { isMailDelivered: true });
    const forgot = await admin.post('/api/recovery/request', { email: emailOf(demo, 'user') });
    expect(forgot.status).toBeLessThan(300);
    Object.assign(test.app.platform, { isMailDelivered: false });
    expect(await test.owner`select from outbox`).toHaveLength(0);
  });

  it('is made once, also if the call is repeated or sent twice at once', async () => {
    const demo = await present();
    expect((await admin.post(path, { id: demo.id })).body.demo).toEqual(demo);
    const other = await admin.post(path, { id: uuidv7() });
    expect(other).toMatchObject({ status: 409, body: { error: 'demo_portfolio_exists' } });
    const taken = await admin.post(path, { id: portfolio.id });
    expect(taken.body.error).toBe('id_reused_with_different_content');
    await remove(demo);
    const id = uuidv7();
    const both = await Promise.all([admin.post(path, { id }), admin.post(path, { id })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await remove({ id });
    const two = [admin.post(path, { id: uuidv7() }), admin.post(path, { id: uuidv7() })];
    const statuses = (await Promise.all(two)).map(({ status }) => status);
    expect(statuses.toSorted((low, high) => low - high)).toEqual([200, 409]);
  });

  it('leaves nothing if it is interrupted', async () => {
    await remove(await present());
    const id = uuidv7();
    const interrupted = test.database.begin(async (transaction) => {
      await addDemoPortfolio(transaction, {
        portfolioId: id,
        today: '2026-06-15',
        now: test.clock.now(),
        passwordHash: 'none',
        domain: 'interrupted.example',
        seed: 7,
      });
      throw new Error('the process stops');
    });
    await expect(interrupted).rejects.toThrow('the process stops');
    expect(await test.owner`select from portfolios where id = ${id}`).toHaveLength(0);
    const left = await test.owner`
      select from accounts where email like '%@interrupted.example'`;
    expect(left).toHaveLength(0);
  });

  it('passes every reconciliation check, also after it was removed and days have passed', async () => {
    const demo = await present();
    // The tests' own loan is not in the ledger.
    const broken = async () =>
      (await reconcile(test.owner)).flatMap(({ id, differences }) =>
        differences.map(({ subject }) => `${id} ${subject}`),
      );
    expect(await broken()).toEqual(['receivable L-000001']);
    await closeDays(test.database, { now: test.clock.now() });
    await remove(demo);
    test.clock.moveTo('2026-06-18T12:00:00Z');
    const closed = await closeDays(test.database, { now: test.clock.now() });
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.filter(({ portfolioId }) => portfolioId === demo.id)).toEqual([]);
    expect(await broken()).toEqual(['receivable L-000001']);
    const { figures } = await readDatabaseFigures(test.database);
    expect(figures.oldestClosedDay).toBe(Date.parse('2026-06-17T00:00:00Z') / 1_000);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });
});

describe('removed demo data', () => {
  it('shows nothing, ends its sessions at once and lets nobody sign in', async () => {
    const demo = await present();
    const { client, password } = await openAs(demo, 'user');
    const key = await client.post('/api/profile/api-keys', {
      id: uuidv7(),
      name: 'Program',
      permissions: ['read-loans'],
      expiresInDays: null,
      password,
    });
    const byKey = () =>
      test.app.server.inject({
        url: '/api/loans?view=all',
        headers: { authorization: `Bearer ${key.body.secret}` },
      });
    expect(key.status, JSON.stringify(key.body)).toBe(200);
    expect((await byKey()).statusCode, (await byKey()).body).toBe(200);
    const marks = await marksOf(demo);
    expect((await remove(demo)).status).toBe(200);
    expect((await client.get('/api/loans')).status).toBe(401);
    expect((await byKey()).statusCode).toBe(401);
    await expect(test.signIn(emailOf(demo, 'user'), password)).rejects.toThrow('credentials_wrong');
    expect(await find()).toBeNull();
    expect((await admin.post(`${path}/${demo.id}/password`)).status).toBe(404);
    const texts = await readAll(admin, plainReads());
    for (const [address, text] of texts) {
      expect(
        marks.filter((mark) => text.includes(mark)),
        address,
      ).toEqual([]);
    }
    const events = await test.owner<{ event: string }[]>`
      select event from audit_events where subject_id = ${demo.id} order by at, event`;
    const names = events.map(({ event }) => event);
    expect(names).toContain('create-demo-portfolio');
    expect(names.filter((event) => event === 'remove-demo-portfolio')).toHaveLength(1);
  });

  it('stays removed: twice is once, and new demo data can be added', async () => {
    const demo = await present();
    const [first, second] = [await remove(demo), await remove(demo)];
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    await expect(
      test.owner`update portfolios set removed_at = null where id = ${demo.id}`,
    ).rejects.toThrow('stays removed');
    const again = await add();
    expect(again.id).not.toBe(demo.id);
    await expectHidden(again);
  });

  it('gives back the addresses of people who were invited into it', async () => {
    const demo = await present();
    const { client } = await openAs(demo, 'user');
    expect((await client.post('/api/staff', { ...person, id: uuidv7() })).status).toBe(200);
    const early = await manager.post('/api/staff', { ...person, id: uuidv7() });
    expect(early.body.error).toBe('email_already_used');
    await remove(demo);
    expect((await manager.post('/api/staff', { ...person, id: uuidv7() })).status).toBe(200);
  });
});

describe('demo data', () => {
  it('is for administrators only, also if another role has the permission', async () => {
    const demo = await present();
    const calls = [
      () => manager.get(path),
      () => manager.post(path, { id: uuidv7() }),
      () => manager.post(`${path}/${demo.id}/password`),
      () => manager.post(`${path}/${demo.id}/removal`),
    ];
    for (const call of calls) expect((await call()).status).toBe(403);
    for (const role of roles.filter((one) => one !== 'admin')) {
      await admin.put(`/api/permissions/create-portfolios/${role}`, { granted: true });
    }
    for (const call of calls) expect((await call()).status).toBe(404);
    expect((await find())?.id).toBe(demo.id);
  });

  it('removes no other portfolio', async () => {
    for (const id of [portfolio.id, uuidv7()]) {
      expect((await remove({ id })).status).toBe(404);
      expect((await admin.post(`${path}/${id}/password`)).status).toBe(404);
    }
    await expect(
      test.owner`update portfolios set removed_at = now() where id = ${portfolio.id}`,
    ).rejects.toThrow('portfolios_only_demos_are_removed');
    await expect(
      test.owner`update portfolios set is_demo = true where id = ${portfolio.id}`,
    ).rejects.toThrow('keeps its demo mark');
  });

  it('is added also if managers approve nothing', async () => {
    const demo = await find();
    if (demo) await remove(demo);
    await admin.put('/api/permissions/approve-requests/user', { granted: false });
    expect((await add()).loans).toBe(180);
  });
});
