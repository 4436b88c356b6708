import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeApprovalRule, arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { countHistory } from '../../reporting/analytics/book-history.store.ts';
import { closeDays, openDaysOf } from './close-days.ts';
import type { Progress } from './end-of-day.store.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const { owner, database } = test;

const closeAt = (instant: string, portfolioId: string | null = portfolio.id) =>
  closeDays(database, { now: new Date(instant), portfolioId });

const daysOf = async (portfolioId: string) => {
  const rows = await owner<{ day: string }[]>`
    select day from end_of_day_runs where portfolio_id = ${portfolioId} and state = 'closed' order by day`;
  return rows.map(({ day }) => day);
};

/** Returns everything that the closes wrote, without ids and times. */
const writtenOf = async (portfolioId: string) => {
  const mine = owner`portfolio_id = ${portfolioId}`;
  const rows = await Promise.all([
    owner`select day, state from end_of_day_runs where ${mine} order by 1`,
    owner`select number from end_of_day_chunks where ${mine}`,
    owner`
      select judged.day, judged.state, judged.received_minor, loan.reference_number
      from end_of_day_promises judged join promises promise on promise.id = judged.promise_id
      join loans loan on loan.id = promise.loan_id
      where judged.portfolio_id = ${portfolioId} order by 4`,
    owner`
      select day, currency, due_instalments, due_minor, due_open_minor, payments, received_minor
      from end_of_day_sums where ${mine} order by 1, 2`,
    owner`
      select day, currency, bucket, loans, outstanding_minor
      from end_of_day_buckets where ${mine} order by 1, 2, 3`,
    owner`
      select event, after->>'day' as day, count(*) from audit_events
      where ${mine} and event in ('close-day', 'settle-promise') group by 1, 2 order by 1, 2`,
    owner`select target, count(*) from notifications where ${mine} group by 1`,
  ]);
  return rows.map((table) => table.map((row) => ({ ...row })));
};

async function arrangePromises(tag: string, count: number) {
  const books = await arrangePortfolio(owner, tag);
  for (let made = 0; made < count; made += 1) {
    const loan = await arrangeLoan(owner, books, {
      teamId: books.team.id,
      agentId: books.team.agent.id,
    });
    const id = uuidv7();
    await owner`
      insert into promises (portfolio_id, agreement_id, id, loan_id, currency, amount_minor,
        promised_on, grace_days, made_on, made_by, made_at)
      values (${books.id}, ${id}, ${id}, ${loan.id}, 'USD', 100, '2026-06-14', 0, '2026-06-10',
        ${books.manager.id}, '2026-06-10T08:00:00Z')`;
  }
  return books;
}

describe('the end-of-day close', () => {
  it('counts the dues and payments of the day, and evaluates its promises', async () => {
    const [kept, partly, broken] = [await arrangeHeld(), await arrangeHeld(), await arrangeHeld()];
    const agent = await signIn('agent');
    for (const { id } of [kept, partly, broken]) {
      const promise = {
        id: uuidv7(),
        currency: 'USD',
        lines: [{ amountMinor: 500, promisedOn: '2026-06-16' }],
      };
      expect(await agent.post(`/api/loans/${id}/promises`, promise)).toMatchObject({ status: 200 });
    }
    for (const [loan, amountMinor] of [
      [kept, 500],
      [partly, 200],
    ] as const) {
      const payment = paymentOf({ amountMinor, valueDate: '2026-06-15' });
      await agent.post(`/api/loans/${loan.id}/payments`, payment);
    }
    await arrangeHeld({ disbursedOn: '2026-05-15' });
    expect(await closeAt('2026-06-16T00:00:00Z')).toEqual([
      { portfolioId: portfolio.id, day: '2026-06-15' },
    ]);
    await closeAt('2026-06-17T00:00:00Z');
    test.clock.moveTo('2026-06-17T08:00:00Z');
    const manager = await signIn('manager');
    const { body } = await manager.get('/api/closings');
    expect(body).toMatchObject({ businessDate: '2026-06-17', openDays: [], nextBefore: null });
    expect(body.runs).toMatchObject([
      { day: '2026-06-16', promises: { kept: 1, partlyKept: 1, broken: 1 } },
      {
        day: '2026-06-15',
        startedBy: null,
        promises: { kept: 0, partlyKept: 0, broken: 0 },
        books: [
          {
            currency: 'USD',
            dueInstalments: 1,
            dueMinor: 10_662,
            dueOpenMinor: 10_662,
            payments: 2,
            receivedMinor: 700,
            buckets: [
              { bucket: '1-30', loans: 3 },
              { bucket: 'current', loans: 1 },
            ],
          },
        ],
      },
    ]);
  });

  it('runs once, even if several processes start it repeatedly', async () => {
    const books = await arrangePromises('parallel', 120);
    const asked = [1, 2, 3].map(() => closeAt('2026-06-15T09:00:00Z', books.id));
    expect((await Promise.all(asked)).flat()).toEqual([
      { portfolioId: books.id, day: '2026-06-14' },
    ]);
    expect(await closeAt('2026-06-15T10:00:00Z', books.id)).toEqual([]);
    const [judged] = await owner`
      select count(*) from audit_events
      where portfolio_id = ${books.id} and event = 'settle-promise'`;
    expect(judged).toEqual({ count: 120 });
  });

  it('catches up day by day, from the last closed day', async () => {
    const books = await arrangePortfolio(owner, 'asleep');
    await closeAt('2026-06-11T00:00:00Z', books.id);
    await closeAt('2026-06-15T12:00:00Z', books.id);
    expect(await daysOf(books.id)).toEqual([
      '2026-06-10',
      '2026-06-11',
      '2026-06-12',
      '2026-06-13',
      '2026-06-14',
    ]);
  });

  it('runs at the end of the day in the portfolio’s time zone, also on days of 23 or 25 hours', async () => {
    const books = await arrangePortfolio(owner, 'berlin');
    await owner`update portfolios set time_zone = 'Europe/Berlin' where id = ${books.id}`;
    const closedAt = async (instant: string) =>
      (await closeAt(instant, books.id)).map(({ day }) => day);
    expect(await closedAt('2026-03-28T23:00:00Z')).toEqual(['2026-03-28']);
    // The clocks go forward, so the 29th has 23 hours.
    expect(await closedAt('2026-03-29T21:59:59Z')).toEqual([]);
    expect(await closedAt('2026-03-29T22:00:00Z')).toEqual(['2026-03-29']);
    await owner`
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${books.id}, '2026-10-24', ${uuidv7()}, 'closed', now(), now())`;
    // The clocks go back, so 25 October has 25 hours.
    expect(await closedAt('2026-10-25T22:59:59Z')).toEqual([]);
    expect(await closedAt('2026-10-25T23:00:00Z')).toEqual(['2026-10-25']);
  });

  it('skips a loan that fails, reports it and completes the rest', async () => {
    const books = await arrangePromises('stuck', 3);
    const [loan] = await owner<{ id: string; number: number }[]>`
      select id, reference_number as number from loans
      where portfolio_id = ${books.id} order by reference_number offset 1 limit 1`;
    await owner.unsafe(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'out of order'; end $$;
      create trigger refuse_one before update on promises for each row
        when (old.loan_id = '${loan?.id}') execute function refuse_one()`);
    const left: string[] = [];
    await closeDays(test.database, {
      now: new Date('2026-06-15T09:00:00Z'),
      portfolioId: books.id,
      onLeft: (error, loanId) => left.push(`${loanId} ${String(error)}`),
    });
    await owner`drop function refuse_one cascade`;
    expect(left).toEqual([`${loan?.id} PostgresError: out of order`]);
    const manager = await test.signIn(books.manager.email);
    const { body } = await manager.get('/api/closings');
    expect(body.runs).toMatchObject([
      {
        state: 'closed',
        promises: { broken: 2 },
        exceptions: [{ loanReference: `L-00000${loan?.number}`, reason: 'unexpected' }],
      },
    ]);
    // A skipped promise is judged as soon as the obstacle is gone.
    await closeAt('2026-06-16T09:00:00Z', books.id);
    const later = await manager.get('/api/closings');
    expect(later.body.runs[0]).toMatchObject({ promises: { broken: 1 }, exceptions: [] });
  });
});

describe('an end-of-day close that is killed', () => {
  let whole: Awaited<ReturnType<typeof writtenOf>>;
  beforeAll(async () => {
    const undisturbed = await arrangePromises('whole', 55);
    await closeAt('2026-06-15T09:00:00Z', undisturbed.id);
    whole = await writtenOf(undisturbed.id);
  });

  it.each([
    ['as it begins', 'after insert on end_of_day_runs'],
    ['as its work is split into chunks', 'after insert on end_of_day_chunks'],
    ['as a promise is evaluated', 'after update on promises'],
    ['as the outcome of a promise is recorded', 'before insert on end_of_day_promises'],
    ['as a chunk is completed', 'after delete on end_of_day_chunks'],
    ['as totals are stored', 'after insert on end_of_day_sums'],
    ['as buckets are counted', 'after insert on end_of_day_buckets'],
    ['as it ends', 'after update on end_of_day_runs'],
  ])('%s continues to the same result', async (_when, event) => {
    const books = await arrangePromises(`killed ${event}`, 55);
    await owner.unsafe(`
      create function kill_process() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return coalesce(new, old); end $$;
      create trigger kill_process ${event} for each row execute function kill_process()`);
    await expect(closeAt('2026-06-15T09:00:00Z', books.id)).rejects.toThrow(/terminat|CONNECTION/);
    await owner`drop function kill_process cascade`;
    expect(await daysOf(books.id)).toEqual([]);
    await closeAt('2026-06-15T09:00:00Z', books.id);
    expect(await writtenOf(books.id)).toEqual(whole);
  });

  it.each<[string, string | undefined, string[]]>([
    ['on a later day', undefined, ['2026-06-14', '2026-06-15', '2026-06-16']],
    ['for an earlier day', '2026-06-12', ['2026-06-12', '2026-06-13', '2026-06-14']],
  ])('the first one of a portfolio, %s, continues with its day', async (when, until, days) => {
    const books = await arrangePromises(`first ${when}`, 2);
    await owner.unsafe(`
      create function kill_process() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger kill_process after insert on end_of_day_sums
        for each row execute function kill_process()`);
    const asked = { portfolioId: books.id, ...(until !== undefined && { until }) };
    const first = closeDays(database, { now: new Date('2026-06-15T23:59:00Z'), ...asked });
    await expect(first).rejects.toThrow(/terminat|CONNECTION/);
    await owner`drop function kill_process cascade`;
    const manager = await test.signIn(books.manager.email);
    expect((await manager.get('/api/closings')).body.openDays[0]).toBe(days[0]);
    const later = until === undefined ? '2026-06-17T00:00:00Z' : '2026-06-15T23:59:30Z';
    expect((await closeAt(later, books.id)).map(({ day }) => day)).toEqual(days);
    expect(await closeAt(later, books.id)).toEqual([]);
  });
});

describe('the figures of a day', () => {
  it('equal a replay of that day, however late it is closed', async () => {
    const office = await openOffice({ test: await createTestApp(), tag: 'figures' });
    const books = office.portfolio;
    for (const kind of ['write-off-loan', 'reverse-payment'] as const) {
      await arrangeApprovalRule(office.test.owner, books, { kind, required: false });
    }
    for (const month of ['2025-12-01', '2026-03-01', '2026-04-10', '2026-05-05', '2026-06-12']) {
      await office.arrangeHeld({ disbursedOn: month });
      await office.arrangeHeld({ disbursedOn: month, instalmentCount: 2 });
    }
    const loans = await office.test.owner<{ id: string; owed: number }[]>`
      select loan_id as id, outstanding_principal_minor as owed from loan_state order by loan_id`;
    const manager = await office.signIn('manager');
    const days = ['2026-06-09', '2026-06-11', '2026-06-13', '2026-06-14'];
    for (const [at, { id }] of loans.slice(0, 7).entries()) {
      const valueDate = days[at % days.length] ?? '';
      const payment = paymentOf({ valueDate, amountMinor: 10_662 * ((at % 3) + 1) });
      await manager.post(`/api/loans/${id}/payments`, payment);
    }
    const lost = loans[8];
    const written = { id: uuidv7(), reason: 'Bankrupt', principalMinor: lost?.owed };
    expect(await manager.post(`/api/loans/${lost?.id}/write-off`, written)).toMatchObject({
      status: 200,
    });
    await closeDays(office.test.database, { now: new Date('2026-06-10T00:00:00Z') });
    await closeDays(office.test.database, { now: new Date('2026-06-16T00:00:00Z') });
    const scope = { role: 'user', accountId: books.manager.id, portfolioId: books.id } as const;
    const closed = await daysIn(office.test.owner);
    expect(closed).toHaveLength(7);
    for (const day of closed) {
      const replayed = await countHistory(office.test.database, { scope, days: [day] });
      const sums = new Map<string, { loans: number; outstandingMinor: number }>();
      for (const { bucket, loans: count, outstandingMinor } of replayed) {
        const sum = sums.get(bucket) ?? { loans: 0, outstandingMinor: 0 };
        sums.set(bucket, {
          loans: sum.loans + count,
          outstandingMinor: sum.outstandingMinor + outstandingMinor,
        });
      }
      const taken = await office.test.owner<
        { bucket: string; loans: number; outstandingMinor: number }[]
      >`select bucket, loans, outstanding_minor from end_of_day_buckets where day = ${day}`;
      expect(
        new Map(taken.map(({ bucket, ...sum }) => [bucket, sum])),
        `the buckets of ${day}`,
      ).toEqual(sums);
    }
  });

  async function daysIn(sql: typeof owner) {
    const rows = await sql<{ day: string }[]>`select day from end_of_day_runs order by day`;
    return rows.map(({ day }) => day);
  }
});

describe('closing by hand', () => {
  it('closes each open day up to the given one, once', async () => {
    test.clock.moveTo('2026-06-20T12:00:00Z');
    const books = await arrangePortfolio(owner, 'hand');
    const manager = await test.signIn(books.manager.email);
    const close = (day: string) => manager.post('/api/closings', { day });
    expect(await close('2026-06-20')).toMatchObject({
      status: 400,
      body: { error: 'day_not_over', details: { lastOverDay: '2026-06-19' } },
    });
    expect((await close('2026-06-16')).body).toEqual({
      closedDays: ['2026-06-16'],
      isClosed: true,
    });
    expect((await manager.get('/api/closings')).body.openDays).toEqual([
      '2026-06-17',
      '2026-06-18',
      '2026-06-19',
    ]);
    expect((await close('2026-06-18')).body.closedDays).toEqual(['2026-06-17', '2026-06-18']);
    expect((await close('2026-06-18')).body).toEqual({ closedDays: [], isClosed: true });
    const { body } = await manager.get('/api/closings?limit=2');
    expect(body).toMatchObject({
      runs: [{ day: '2026-06-18', startedBy: 'manager hand' }, { day: '2026-06-17' }],
      nextBefore: '2026-06-17',
    });
    const agent = await test.signIn(books.team.agent.email);
    expect((await agent.get('/api/closings')).status).toBe(403);
  });
});

it.each<[Pick<Progress, 'lastClosedDay' | 'runningDay'>, string | undefined, string[]]>([
  [{ lastClosedDay: null, runningDay: null }, undefined, ['2026-06-10']],
  [{ lastClosedDay: '2026-06-10', runningDay: null }, undefined, []],
  [{ lastClosedDay: '2026-06-08', runningDay: null }, undefined, ['2026-06-09', '2026-06-10']],
  [
    { lastClosedDay: '2026-06-08', runningDay: '2026-06-09' },
    undefined,
    ['2026-06-09', '2026-06-10'],
  ],
  [{ lastClosedDay: null, runningDay: null }, '2026-06-01', ['2026-06-01']],
  [{ lastClosedDay: null, runningDay: '2026-06-09' }, undefined, ['2026-06-09', '2026-06-10']],
  [{ lastClosedDay: null, runningDay: '2026-06-09' }, '2026-06-08', []],
  [{ lastClosedDay: '2026-06-05', runningDay: null }, '2026-06-07', ['2026-06-06', '2026-06-07']],
  [{ lastClosedDay: '2026-06-09', runningDay: null }, '2026-06-30', ['2026-06-10']],
])('after %j, the open days until %s are %j', (done, until, days) => {
  const progress = { portfolioId: 'one', lastOverDay: '2026-06-10', ...done };
  expect(openDaysOf(progress, until)).toEqual(days);
});
