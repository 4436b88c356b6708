import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/database.ts';
import { testPassword } from '../../../testing/arrange.ts';
import { describeSchema } from '../../../testing/describe-schema.ts';
import { generateTape } from '../../../seed/generate-tape.ts';
import { openImportOffice } from '../../../testing/import-office.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { clientOf, openNeighbour, postSignIn, type TestClient } from '../../../testing/test-app.ts';
import { createBareDatabase } from '../../../testing/test-database.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { readBackup } from './read-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { atOneMoment, copyOut } from './snapshot.store.ts';
import { takeBackup } from './take-backup.ts';

const now = new Date('2026-06-20T08:00:00Z');
const pdf = Buffer.from('%PDF-1.7\na pay slip of somebody');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bursar-backups-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const newPath = (): string => join(folder, `${uuidv7()}.backup`);
const report = (): void => undefined;

/** Creates a database with data, including files outside it. */
async function arrangeBooks() {
  const office = await openOffice();
  const { test, portfolio } = office;
  await openImportOffice(test.database, portfolio).book(generateTape({ rows: 40 }));
  const loanIds = await activeLoans(test.owner);
  const manager = await office.signIn('manager');
  const [loanId = ''] = loanIds;
  const payments = await Promise.all(loanIds.slice(0, 5).map((id) => pay(manager, id)));
  expect(payments.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const documentId = uuidv7();
  const query = (id: string, name: string) => `id=${id}&fileName=${name}`;
  const people = [portfolio.team.agent.id];
  const document = await manager.upload(
    `/api/documents?loanId=${loanId}&${query(documentId, 'slip.pdf')}`,
    pdf,
  );
  const chat = await manager.post('/api/chats', {
    id: uuidv7(),
    name: 'Harbour',
    accountIds: people,
  });
  const message = await manager.upload(
    `/api/chats/${chat.body.id}/files?${query(uuidv7(), 'plan.pdf')}`,
    Buffer.concat([pdf, Buffer.from(' in a chat')]),
  );
  const attachment = await manager.upload(
    `/api/internal-mail-attachments?${query(uuidv7(), 'scan.pdf')}`,
    Buffer.concat([pdf, Buffer.from(' by mail')]),
  );
  const sent = [document, chat, message, attachment];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { id: agentId } = portfolio.team.agent;
  await test.owner`
    insert into password_links (id, account_id, token_hash, created_at, expires_at)
    values (${uuidv7()}, ${agentId}, ${randomBytes(32)}, '2026-06-15', '2026-06-22')`;
  await test.owner`
    insert into pending_sign_ins values (${randomBytes(32)}, ${agentId}, '2026-06-22')`;
  await test.owner`
    insert into recoveries (id, account_id, asked_at) values (${uuidv7()}, ${agentId}, '2026-06-15')`;
  const key = await manager.post('/api/profile/api-keys', {
    id: uuidv7(),
    name: 'Payment desk',
    permissions: ['read-loans'],
    expiresInDays: 30,
    password: testPassword,
  });
  expect(key.status).toBe(200);
  const files = {
    document: documentId,
    chat: String(chat.body.id),
    message: String(message.body.id),
    attachment: String(attachment.body.id),
  };
  return { office, manager, loanIds, files, secret: String(key.body.secret) };
}

async function activeLoans(owner: Database): Promise<string[]> {
  const rows = await owner<{ id: string }[]>`
    select loan_id as id from loan_state where status = 'active' order by loan_id`;
  return rows.map(({ id }) => id);
}

const pay = (client: TestClient, loanId: string, wishes: object = {}) =>
  client.post(
    `/api/loans/${loanId}/payments`,
    paymentOf({ amountMinor: 100, valueDate: '2026-06-15', ...wishes }),
  );

async function backUp(office: Office): Promise<string> {
  const path = newPath();
  const { owner, documentsFolder } = office.test;
  expect(await takeBackup(owner, { path, documentPlace: documentsFolder })).toMatchObject({
    ok: true,
    lost: [],
  });
  return path;
}

/** Restores a backup into a new database and folder and starts an app on them. */
async function restoreBooks(path: string, office: Office) {
  const { database, owner } = await createBareDatabase();
  const documentsFolder = mkdtempSync(join(folder, 'documents-'));
  const restored = await restoreBackup(owner, {
    path,
    documentPlace: documentsFolder,
    now,
    report,
  });
  expect(restored).toMatchObject({ ok: true, strangers: 0 });
  const { clock, secrets } = office.test;
  const app = await openNeighbour({ database, documentsFolder, clock, secrets });
  const signIn = async (email: string) => {
    const { cookies, answer } = await postSignIn(app, { email, password: testPassword });
    expect(answer.status).toBe(200);
    return clientOf(app, { ...cookies, token: answer.body.token });
  };
  return { owner, documentsFolder, app, signIn };
}

/** Returns each table's rows as sorted text, and the state of each sequence. */
async function contentOf(owner: Database): Promise<Map<string, string>> {
  const named = await owner<{ name: string; isTable: boolean }[]>`
    select relname::text as name, relkind = 'r' as is_table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`;
  const content = new Map<string, string>();
  for (const { name, isTable } of named) {
    const row = isTable ? owner`to_jsonb(found)::text` : owner`last_value || ' ' || is_called`;
    const rows = await owner<{ row: string }[]>`
      select ${row} as row from ${owner(name)} found order by 1`;
    content.set(name, rows.map((one) => one.row).join('\n'));
  }
  return content;
}

const notHolding = async (owner: Database) =>
  (await reconcile(owner)).filter(({ count }) => count > 0);

describe('a backup', { timeout: 240_000 }, () => {
  let arranged: Awaited<ReturnType<typeof arrangeBooks>>;
  let path: string;
  let before: Map<string, string>;
  let restored: Awaited<ReturnType<typeof restoreBooks>>;
  beforeAll(async () => {
    arranged = await arrangeBooks();
    before = await contentOf(arranged.office.test.owner);
    path = await backUp(arranged.office);
    restored = await restoreBooks(path, arranged.office);
  }, 240_000);

  it('restores every row of every table, and the position of each sequence', async () => {
    const after = await contentOf(restored.owner);
    // A restore itself changes these tables; they are checked below.
    const ended = ['sessions', 'password_links', 'pending_sign_ins', 'api_keys', 'recoveries'];
    const changed = [
      'audit_events',
      'audit_unsealed',
      'live_updates',
      'live_updates_number_seq',
      ...ended,
    ];
    for (const name of changed) [before, after].forEach((content) => content.delete(name));
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, rows] of before) expect(after.get(name), name).toBe(rows);
    expect(before.get('payments')?.split('\n')).toHaveLength(5);
  });

  it('contains every table except live updates, which no other PostgreSQL understands', async () => {
    const parts = readBackup(path);
    const first = await parts.next();
    await parts.return(undefined);
    const head = first.value;
    if (head?.line !== 'head') throw new Error('the head comes first');
    const { owner } = arranged.office.test;
    const tables = await owner<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
    const names = tables.map(({ name }) => name);
    expect(head.tables).toEqual(names.filter((name) => name !== 'live_updates'));
    const ownNumbers = await owner`
      select attrelid::regclass::text as name from pg_attribute
      join pg_class relation on relation.oid = attrelid and relkind in ('r', 'p')
      where relnamespace = 'public'::regnamespace and attnum > 0 and atttypid in (
        'xid8'::regtype, 'oid'::regtype, 'pg_lsn'::regtype, 'regclass'::regtype,
        'pg_snapshot'::regtype)
      group by 1`;
    expect(ownNumbers.map(({ name }) => name)).toEqual(['live_updates']);
  });

  it('restores exactly the schema that the migrations made', async () => {
    const schema = await describeSchema(arranged.office.test.owner);
    expect(await describeSchema(restored.owner)).toBe(schema);
    const [off] = await restored.owner<{ count: number }[]>`
      select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'`;
    expect(off?.count).toBe(0);
  });

  it('is complete: every check passes, and the audit trail records the restore', async () => {
    expect(await notHolding(restored.owner)).toEqual([]);
    const [event] = await restored.owner`
      select portfolio_id, actor_id, subject, after, at from audit_events
      where event = 'restore-backup'`;
    const checked = await checkBackup(path);
    if (!checked.ok) throw new Error(checked.problem);
    const { takenAt } = checked.head;
    const none = { portfolioId: null, actorId: null };
    expect(event).toEqual({
      ...none,
      subject: 'backup',
      after: { takenAt },
      at: now.toISOString(),
    });
    const count = (owner: Database) => owner`select from audit_events`.then(({ length }) => length);
    expect(await count(restored.owner)).toBe((await count(arranged.office.test.owner)) + 1);
  });

  it('restores a server where users can sign in, post a payment and read documents', async () => {
    const { portfolio } = arranged.office;
    const manager = await restored.signIn(portfolio.manager.email);
    const [loanId = ''] = arranged.loanIds;
    expect(await pay(manager, loanId, { amountMinor: 101 })).toMatchObject({ status: 200 });
    const { document, chat, message, attachment } = arranged.files;
    const read = async (url: string) => {
      const { cookies } = manager;
      const answer = await restored.app.server.inject({ method: 'GET', url, cookies });
      return answer.payload;
    };
    expect(await read(`/api/documents/${document}/content`)).toBe(pdf.toString());
    expect(await read(`/api/chats/${chat}/messages/${message}/content`)).toBe(
      `${pdf.toString()} in a chat`,
    );
    const place = join('mail', portfolio.id, attachment.slice(-2), attachment);
    expect(statSync(join(restored.documentsFolder, place)).size).toBe(pdf.length + 8);
    expect(await notHolding(restored.owner)).toEqual([]);
  });

  it('restores no open session, no valid password link and no open recovery', async () => {
    const cookies = { ...arranged.manager.cookies };
    const { server } = restored.app;
    const answer = await server.inject({ method: 'GET', url: '/api/profile', cookies });
    expect(answer.statusCode).toBe(401);
    const { owner } = arranged.office.test;
    const sessions = await owner<{ id: string }[]>`select id from sessions where ended_at is null`;
    expect(sessions.length).toBeGreaterThan(0);
    const ids = sessions.map(({ id }) => id);
    const open = await restored.owner`
      select from sessions where id = any(${ids}::uuid[]) and ended_at is null`;
    expect(open).toHaveLength(0);
    const [link] = await restored.owner`select expires_at, used_at from password_links`;
    expect(link).toEqual({ expiresAt: now.toISOString(), usedAt: null });
    expect(await restored.owner`select from pending_sign_ins`).toHaveLength(0);
    const [recovery] = await restored.owner`select ended_at from recoveries`;
    expect(recovery).toEqual({ endedAt: now.toISOString() });
  });

  it('restores no valid API key, because some may have been revoked since', async () => {
    const headers = { authorization: `Bearer ${arranged.secret}` };
    const status = async ({ server }: { server: typeof restored.app.server }) =>
      (await server.inject({ url: '/api/loans?view=all', headers })).statusCode;
    expect(await status(arranged.office.test.app)).toBe(200);
    expect(await status(restored.app)).toBe(401);
  });

  it('can be read only by its own account, and never overwrites a file', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { owner, documentsFolder } = arranged.office.test;
    expect(await takeBackup(owner, { path, documentPlace: documentsFolder })).toEqual({
      ok: false,
      problem: `${path} is there already, and a backup overwrites nothing. Name another file.`,
    });
  });
});

it(
  'a backup shows one moment, even if payments are posted during it',
  { timeout: 240_000 },
  async () => {
    const office = await openOffice();
    const { test, portfolio } = office;
    await openImportOffice(test.database, portfolio).book(generateTape({ rows: 40 }));
    const loanIds = await activeLoans(test.owner);
    const manager = await office.signIn('manager');
    const posted = { count: 0, isDone: false };
    const posting = Array.from({ length: 4 }, async (_, client) => {
      for (let round = client; !posted.isDone; round += 4) {
        const { status } = await pay(manager, loanIds[round % loanIds.length] ?? '');
        if (status === 200) posted.count += 1;
      }
    });
    await expect.poll(() => posted.count, { timeout: 60_000 }).toBeGreaterThan(10);
    const counts = [posted.count];
    const path = await backUp(office).finally(() => {
      counts.push(posted.count);
      posted.isDone = true;
    });
    await Promise.all(posting);
    const { owner } = await restoreBooks(path, office);
    expect(await notHolding(owner)).toEqual([]);
    const [held] = await owner<{ payments: number }[]>`select count(*) as payments from payments`;
    // The backup ran during other payments; it must contain those acknowledged before it started.
    expect(held?.payments).toBeGreaterThanOrEqual(counts[0] ?? 0);
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
    const [current] = await test.owner<
      { payments: number }[]
    >`select count(*) as payments from payments`;
    expect(held?.payments).toBeLessThan(current?.payments ?? 0);
  },
);

it('a running backup blocks only alterations of tables', async () => {
  const { test } = await openOffice();
  const { owner } = test;
  await atOneMoment(owner, async (snapshot) => {
    const accounts = snapshot.tables.find(({ name }) => name === 'accounts');
    if (!accounts) throw new Error('there are accounts');
    await test.database`update accounts set name = 'Renamed meanwhile'`;
    const altered = owner.begin(async (transaction) => {
      await transaction`set local lock_timeout = 100`;
      await transaction`alter table accounts add column late text`;
    });
    await expect(altered).rejects.toThrow('lock timeout');
    const pieces: Buffer[] = [];
    const source = { owner, transaction: snapshot.transaction };
    for await (const piece of copyOut(source, accounts)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).not.toContain('Renamed meanwhile');
  });
  await owner`alter table accounts add column late text`;
});
