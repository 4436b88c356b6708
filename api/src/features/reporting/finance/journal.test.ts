import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const { owner, app } = test;

const path = '/api/finance/journal.csv?from=2014-01-01&to=2026-06-15';
const ENTRIES = 30_000;
let loanId: string;
let manager: TestClient;

/** Books entries on successive days from 2014 on. */
const book = (count: number) => owner`
  with entry as (
    insert into ledger_transactions
      (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
    select ${portfolio.id}, gen_random_uuid(), ${loanId}, 'post-payment', gen_random_uuid(),
      date '2014-01-01' + (number % 4500)::integer, ${portfolio.manager.id}, now()
    from generate_series(1, ${count}::integer) number
    returning portfolio_id, id
  )
  insert into ledger_lines
    (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
  select portfolio_id, id, line.number, line.account, 'USD', line.debit, line.credit
  from entry
  cross join (values (1, 'cash', 100, 0), (2, 'loans-receivable', 0, 100))
    line (number, account, debit, credit)`;

beforeAll(async () => {
  ({ id: loanId } = await arrangeHeld());
  manager = await signIn('manager');
  await owner.begin(async (sql) => {
    // Skip the per-entry constraint triggers, which would take longer than the rest of the test.
    await sql`set local session_replication_role = replica`;
    await book(ENTRIES);
  });
  // The export must be larger than all socket buffers, so that a reader that pauses blocks it.
  await owner`update accounts set name = repeat('Long name ', 12) where id = ${portfolio.manager.id}`;
  await owner`analyze ledger_transactions, ledger_lines`;
}, 480_000);

async function openJournal(): Promise<Readable> {
  const answer = await app.server.inject({
    method: 'GET',
    url: path,
    cookies: { ...manager.cookies },
    payloadAsStream: true,
  });
  expect(answer.statusCode).toBe(200);
  return answer.stream();
}

const readingNow = async (): Promise<string[]> => {
  const rows = await owner<{ state: string }[]>`
    select state from pg_stat_activity
    where datname = current_database() and query = 'fetch 1000 from pieces'
      and pid <> pg_backend_pid()`;
  return rows.map(({ state }) => state);
};

describe('the journal of twelve years', () => {
  it('contains every line of one moment, sorted by day', async () => {
    const stream = await openJournal();
    const pieces: string[] = [];
    await once(stream, 'readable');
    pieces.push(String(stream.read(100)));
    await book(5);
    for await (const piece of stream) pieces.push(String(piece));
    const [, ...lines] = pieces.join('').trim().split('\r\n');
    expect(lines).toHaveLength(2 * ENTRIES);
    const days = lines.map((line) => line.slice(0, 10));
    expect([days[0], days.at(-1)]).toEqual(['2014-01-01', '2026-04-27']);
    expect(days).toEqual(days.toSorted());
    const again: string[] = [];
    for await (const piece of await openJournal()) again.push(String(piece));
    expect(again.join('').trim().split('\r\n')).toHaveLength(1 + 2 * (ENTRIES + 5));
  });

  it('is read only as fast as its reader takes it, and stops if the reader leaves', async () => {
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const leave = new AbortController();
    const answer = await fetch(`${address}${path}`, {
      headers: {
        cookie: new URLSearchParams(manager.cookies).toString().replaceAll('&', '; '),
        'accept-encoding': 'identity',
      },
      signal: leave.signal,
    });
    expect(answer.status).toBe(200);
    await expect.poll(readingNow).toEqual(['idle in transaction']);
    await wait(1_000);
    // The export may read another piece now and then, but it never reaches the end.
    await expect.poll(readingNow).toEqual(['idle in transaction']);
    leave.abort();
    await expect.poll(readingNow).toEqual([]);
  });
});
