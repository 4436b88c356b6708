import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

/**
 * The data covers loans that were late and cured, that are late, that a reversal put back into
 * arrears, that were written off and that were paid off.
 */
let test: TestApp;
let portfolio: TestPortfolio;
let manager: TestClient;
const clients: Record<string, TestClient> = {};

beforeAll(async () => {
  test = await createTestApp();
  portfolio = await arrangePortfolio(test.owner);
  const { team, otherTeam } = portfolio;
  manager = await test.signIn(portfolio.manager.email);
  for (const kind of ['write-off-loan', 'reverse-payment'] as const) {
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
  }
  const held = { teamId: team.id, agentId: team.agent.id, disbursedOn: '2025-12-31' };
  const cured = await arrangeLoan(test.owner, portfolio, held);
  await pay(cured.id, 10_662, '2026-01-31');
  await pay(cured.id, 42_648, '2026-05-20');
  const taken = await pay(cured.id, 10_662, '2026-06-10');
  await manager.post(`/api/loans/${cured.id}/payments/${taken}/reversal`, {
    id: uuidv7(),
    reason: 'Bounced',
  });
  const other = await arrangeLoan(test.owner, portfolio, { ...held, agentId: team.otherAgent.id });
  await test.owner`update loans set purpose = 'Car', grade = 'B' where id = ${cured.id}`;
  await test.owner`update loans set purpose = '' where id = ${other.id}`;
  const lost = await arrangeLoan(test.owner, portfolio, {
    ...held,
    teamId: otherTeam.id,
    agentId: null,
  });
  await pay(lost.id, 20_000, '2026-03-15');
  const owed = await test.owner<{ left: number }[]>`
    select outstanding_principal_minor as left from loan_state where loan_id = ${lost.id}`;
  await manager.post(`/api/loans/${lost.id}/write-off`, {
    id: uuidv7(),
    reason: 'Bankrupt',
    principalMinor: owed[0]?.left,
  });
  const short = await arrangeLoan(test.owner, portfolio, { ...held, instalmentCount: 2 });
  const quote = await manager.get(`/api/loans/${short.id}`);
  expect(quote.status).toBe(200);
  await pay(short.id, 121_803, '2026-04-15');
  Object.assign(clients, {
    admin: await test.signIn((await arrangeAdmin(test.owner)).email),
    user: manager,
    team: await test.signIn(team.desk.email),
    agent: await test.signIn(team.agent.email),
  });
});

async function pay(loanId: string, amountMinor: number, valueDate: string): Promise<string> {
  const body = { id: uuidv7(), amountMinor, currency: 'USD', method: 'cash', valueDate };
  const { status, body: answer } = await manager.post(`/api/loans/${loanId}/payments`, body);
  if (status !== 200) throw new Error(`payment ended in ${status}: ${JSON.stringify(answer)}`);
  return body.id;
}

const roles = ['admin', 'user', 'team', 'agent'] as const;
type Who = (typeof roles)[number];
const read = async (who: Who, path: string) => (await clients[who]?.get(path))?.body;

/** Selects the loans that a role can see, independently of Bursar's own scope rule. */
function loansOf(who: Who) {
  const { owner } = test;
  const { team, id } = portfolio;
  return {
    admin: owner`select loan_id from loan_state`,
    user: owner`select loan_id from loan_state where portfolio_id = ${id}`,
    team: owner`select loan_id from loan_state where team_id = ${team.id}`,
    agent: owner`select loan_id from loan_state where agent_id = ${team.agent.id}`,
  }[who];
}

type LoanOnDay = { loanId: string; bucket: string; days: number; owed: number };

/**
 * Calculates the days late and the amount owed of each loan on one day, from the ledger's
 * receivables and the amounts paid on its instalments by that day.
 */
async function replay(who: Who, on: string): Promise<LoanOnDay[]> {
  const rows = await test.owner<{ loanId: string; days: number; owed: number }[]>`
    select loan.id as loan_id, loan.principal_minor + coalesce((
        select sum(line.debit_minor - line.credit_minor) from ledger_transactions entry
        join ledger_lines line on line.transaction_id = entry.id
        where entry.loan_id = loan.id and line.account = 'loans-receivable'
          and entry.value_date <= ${on}), 0)::bigint as owed,
      coalesce(${on}::date - (
        select min(due.due_on) from instalments due
        where due.loan_id = loan.id and due.due_on < ${on}
          and due.principal_minor + due.interest_minor > coalesce((
            select sum(portion.principal_minor + portion.interest_minor)
            from effective_allocations portion
            join payments payment on payment.id = portion.payment_id
            where payment.loan_id = loan.id and portion.instalment_number = due.number
              and payment.value_date <= ${on}
              and payment.id not in (select payment_id from payment_reversals)), 0)), 0) as days
    from loans loan where loan.id in (${loansOf(who)}) and loan.disbursed_on <= ${on}`;
  return rows
    .filter(({ owed }) => owed > 0)
    .map((row) => ({ ...row, bucket: bucketOfDays(row.days) }));
}

function bucketOfDays(days: number): string {
  if (days === 0) return 'current';
  if (days <= 30) return '1-30';
  if (days <= 60) return '31-60';
  return days <= 90 ? '61-90' : days <= 180 ? '91-180' : '180+';
}

const sum = (rows: readonly LoanOnDay[]) => rows.reduce((all, { owed }) => all + owed, 0);

describe.each(roles)('analytics for %s', (who) => {
  it('each month end and today equal a replay of that day', async () => {
    const { books, days } = await read(who, '/api/analytics/arrears');
    expect(days).toHaveLength(13);
    expect(books).toHaveLength(1);
    for (const { on, buckets } of books[0].points) {
      const replayed = await replay(who, on);
      for (const { bucket, loans, outstandingMinor } of buckets) {
        const own = replayed.filter((row) => row.bucket === bucket);
        expect({ on, bucket, loans, outstandingMinor }).toEqual({
          on,
          bucket,
          loans: own.length,
          outstandingMinor: sum(own),
        });
      }
    }
  });

  it.each(['2026-01-15', '2026-05-17', '2026-06-14'])(
    '%s, which is no month end, opens the loans that a replay of that day finds',
    async (on) => {
      const expected = await replay(who, on);
      expect(expected.length).toBeGreaterThan(0);
      const { rows } = await read(who, `/api/analytics/loans?currency=USD&on=${on}&limit=200`);
      const found = rows.map((row: Record<string, unknown>) => ({
        loanId: row['loanId'],
        days: row['daysPastDue'],
        owed: row['outstandingMinor'],
      }));
      const plain = expected.map(({ loanId, days, owed }) => ({ loanId, days, owed }));
      expect(found).toHaveLength(plain.length);
      expect(found).toEqual(expect.arrayContaining(plain));
    },
  );

  it('roll rates count each loan from its bucket of one day to that of the next', async () => {
    const { books, days } = await read(who, '/api/analytics/arrears');
    for (const [at, on] of days.entries()) {
      if (at === 0) continue;
      const before = await replay(who, days[at - 1]);
      const after = new Map((await replay(who, on)).map((row) => [row.loanId, row.bucket]));
      const expected = new Map<string, number>();
      for (const { loanId, bucket } of before) {
        const key = `${bucket} ${after.get(loanId) ?? 'gone'}`;
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const rolls = books[0].rolls.filter((roll: { on: string }) => roll.on === on);
      const found = rolls.map((roll: Record<string, string | number>) => [
        `${roll['from']} ${roll['to']}`,
        roll['loans'],
      ]);
      expect(new Map(found), on).toEqual(expected);
      for (const { from, to, loans, outstandingMinor } of rolls) {
        const path = `/api/analytics/loans?currency=USD&on=${on}&was=${from}&bucket=${to}`;
        const { rows } = await read(who, path);
        expect(rows).toHaveLength(loans);
        const formerly = rows.map((row: { formerlyMinor: number }) => row.formerlyMinor);
        expect(formerly.reduce((all: number, one: number) => all + one, 0)).toBe(outstandingMinor);
      }
    }
  });

  it('a vintage has the amount disbursed in its month, and the part that is over 30 days late', async () => {
    const { books, businessDate } = await read(who, '/api/analytics/arrears');
    const vintage = books[0].vintages.find((one: { month: string }) => one.month === '2025-12-01');
    const [disbursed] = await test.owner<{ loans: number; principal: number }[]>`
      select count(*)::int as loans, sum(principal_minor)::bigint as principal from loans
      where id in (${loansOf(who)})`;
    expect(vintage).toMatchObject({
      disbursedLoans: disbursed?.loans,
      disbursedMinor: disbursed?.principal,
    });
    const replayed = (await replay(who, businessDate)).filter(({ days }) => days > 30);
    expect(vintage.late.at(-1)).toEqual({
      on: businessDate,
      loans: replayed.length,
      outstandingMinor: sum(replayed),
    });
    const path = `/api/analytics/loans?currency=USD&on=${businessDate}&late=true&vintage=2025-12`;
    expect((await read(who, path)).rows).toHaveLength(replayed.length);
  });

  it('concentration is the outstanding principal of each kind', async () => {
    const { books } = await read(who, '/api/analytics/concentration');
    const [owed] = await test.owner<{ loans: number; outstanding: number }[]>`
      select count(*)::int as loans, sum(outstanding_principal_minor)::bigint as outstanding
      from loan_state where status = 'active' and loan_id in (${loansOf(who)})`;
    for (const kind of ['product', 'purpose', 'grade']) {
      const parts = books[0].parts.filter((part: { kind: string }) => part.kind === kind);
      const total = (key: string) =>
        parts.reduce((all: number, part: Record<string, number>) => all + Number(part[key]), 0);
      expect([total('loans'), total('outstandingMinor')]).toEqual([owed?.loans, owed?.outstanding]);
    }
  });

  it('each part of the concentration opens the loans that plain SQL finds in it', async () => {
    const { books } = await read(who, '/api/analytics/concentration');
    const expected = await test.owner<
      { product: string; purpose: string; grade: string; owed: number }[]
    >`
      select loan.product_id::text as product, nullif(loan.purpose, '') as purpose, loan.grade,
        state.outstanding_principal_minor as owed
      from loan_state state join loans loan on loan.id = state.loan_id
      where state.status = 'active' and state.loan_id in (${loansOf(who)})`;
    const open = async (query: Record<string, string>) =>
      (
        await read(
          who,
          `/api/analytics/concentration-loans?${new URLSearchParams({ currency: 'USD', limit: '200', ...query }).toString()}`,
        )
      ).rows;
    const owedOf = (rows: { outstandingMinor: number }[]) =>
      rows.reduce((all, row) => all + row.outstandingMinor, 0);
    for (const kind of ['product', 'purpose', 'grade'] as const) {
      type Part = { kind: string; id: string | null; loans: number; outstandingMinor: number };
      const parts: Part[] = books[0].parts.filter((part: Part) => part.kind === kind);
      for (const { id, loans, outstandingMinor } of parts) {
        const own = expected.filter((row) => row[kind] === id);
        expect([loans, outstandingMinor]).toEqual([
          own.length,
          own.reduce((all, row) => all + row.owed, 0),
        ]);
        const rows = await open({ kind, ...(id !== null && { part: id }) });
        expect([rows.length, owedOf(rows)]).toEqual([loans, outstandingMinor]);
      }
      for (const beyond of [0, 1, parts.length]) {
        const rest = parts.slice(beyond);
        const rows = await open({ kind, beyond: String(beyond) });
        expect([rows.length, owedOf(rows)]).toEqual([
          rest.reduce((all, part) => all + part.loans, 0),
          rest.reduce((all, part) => all + part.outstandingMinor, 0),
        ]);
      }
    }
  });
});

it('the buckets of today equal those of the dashboard', async () => {
  const { books } = await read('user', '/api/analytics/arrears');
  const dashboard = await read('user', '/api/dashboard');
  expect(books[0].points.at(-1).buckets).toEqual(dashboard.books[0].buckets);
});

it('analytics refuse the loans of a future day, and rows of a reversed range', async () => {
  const ahead = await clients['user']?.get('/api/analytics/loans?currency=USD&on=2099-01-31');
  expect(ahead).toMatchObject({ status: 400, body: { error: 'day_in_future' } });
  for (const what of ['contact-rows', 'promise-rows']) {
    const path = `/api/analytics/${what}?from=2026-06-02&to=2026-06-01`;
    expect(await clients['user']?.get(path)).toMatchObject({
      status: 400,
      body: { error: 'range_upside_down' },
    });
  }
});

it('a loan from a tape has unknown figures before the day of its balances', async () => {
  const boarded = await arrangeLoan(test.owner, portfolio, { disbursedOn: '2025-12-31' });
  const importId = uuidv7();
  await test.owner`
    insert into imports (portfolio_id, id, file_name, state, cut_off_on, created_by, created_at)
    values (${portfolio.id}, ${importId}, 'tape.csv', 'booked', '2026-05-15',
      ${portfolio.manager.id}, now())`;
  await test.owner`update loans set import_id = ${importId} where id = ${boarded.id}`;
  const listed = async (on: string) => {
    const { rows } = await read('user', `/api/analytics/loans?currency=USD&on=${on}`);
    return JSON.stringify(rows).includes(boarded.id);
  };
  expect([await listed('2026-04-30'), await listed('2026-05-31')]).toEqual([false, true]);
});

it('the rates of a month count reached borrowers and kept promises', async () => {
  const loan = await arrangeLoan(test.owner, portfolio, {
    teamId: portfolio.team.id,
    agentId: portfolio.team.agent.id,
  });
  const contact = (outcome: string, at: string) => test.owner`
    insert into contact_attempts (portfolio_id, id, loan_id, channel, outcome, contacted_at, logged_by, logged_at)
    values (${portfolio.id}, ${uuidv7()}, ${loan.id}, 'call', ${outcome}, ${at},
      ${portfolio.team.agent.id}, ${at})`;
  await contact('answered', '2026-05-31T23:30:00Z');
  await contact('no-response', '2026-05-02T08:00:00Z');
  await contact('unreachable', '2026-06-01T00:30:00Z');
  for (const [state, on] of [
    ['kept', '2026-05-10'],
    ['broken', '2026-05-20'],
    ['waiting', '2026-06-20'],
  ] as const) {
    const id = uuidv7();
    await test.owner`
      insert into promises (portfolio_id, agreement_id, id, loan_id, currency, amount_minor, promised_on, grace_days,
        made_on, made_by, made_at, state, replaced_at, replaced_on)
      values (${portfolio.id}, ${id}, ${id}, ${loan.id}, 'USD', 100, ${on}, 0, '2026-05-01',
        ${portfolio.team.agent.id}, now(), ${state},
        ${state === 'waiting' ? null : '2026-05-21T00:00:00Z'},
        ${state === 'waiting' ? null : '2026-05-21'})`;
  }
  const monthOf = async (who: Who, start: string) => {
    const { months } = await read(who, '/api/analytics/contacts');
    return months.find((month: { start: string }) => month.start === start);
  };
  expect(await monthOf('agent', '2026-05-01')).toMatchObject({
    contacts: 2,
    reached: 1,
    kept: 1,
    partlyKept: 0,
    broken: 1,
  });
  expect(await monthOf('agent', '2026-06-01')).toMatchObject({
    contacts: 1,
    reached: 0,
    waiting: 1,
  });
  const days = 'from=2026-05-01&to=2026-05-31';
  expect((await read('agent', `/api/analytics/contact-rows?${days}`)).rows).toHaveLength(2);
  const promises = await read('agent', `/api/analytics/promise-rows?${days}`);
  expect(promises.rows.map((row: { state: string }) => row.state)).toEqual(['broken', 'kept']);
});
