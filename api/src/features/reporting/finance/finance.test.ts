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
import { storeDues } from './store-dues.ts';

/**
 * The data has loans of two agents and an unassigned one, with payments, a reversal, a write-off
 * and a recovery; and another portfolio.
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
  const other = await arrangePortfolio(test.owner, 'two');
  await test.owner`update portfolios set currency = 'EUR' where id = ${other.id}`;
  for (const kind of ['write-off-loan', 'reverse-payment'] as const) {
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
  }
  const held = { teamId: team.id, agentId: team.agent.id, disbursedOn: '2026-01-31' };
  const paid = await arrangeLoan(test.owner, portfolio, held);
  await pay(manager, paid.id, { amountMinor: 21_324, valueDate: '2026-03-02' });
  await pay(manager, paid.id, { amountMinor: 10_662, valueDate: '2026-06-15' });
  const twice = await pay(manager, paid.id, { amountMinor: 4_000, valueDate: '2026-05-20' });
  await manager.post(`/api/loans/${paid.id}/payments/${twice}/reversal`, {
    id: uuidv7(),
    reason: 'Entered twice',
  });
  // Dues are stored first, so that the tests below also read loans that changed afterwards.
  await storeDues(test.database);
  await pay(manager, paid.id, { amountMinor: 30_000, valueDate: '2026-06-15' });
  await leaveCreditByReversal(
    await arrangeLoan(test.owner, portfolio, { ...held, instalmentCount: 4 }),
  );
  const second = { ...held, agentId: team.otherAgent.id, principalMinor: 60_000 };
  await arrangeLoan(test.owner, portfolio, second);
  const lost = await arrangeLoan(test.owner, portfolio, {
    ...held,
    teamId: otherTeam.id,
    agentId: null,
  });
  await manager.post(`/api/loans/${lost.id}/write-off`, {
    id: uuidv7(),
    reason: 'Bankrupt',
    principalMinor: 120_000,
  });
  await pay(manager, lost.id, { amountMinor: 5_000, valueDate: '2026-06-15' });
  const strangers = await arrangeLoan(test.owner, other, { disbursedOn: '2026-02-28' });
  await test.owner`update loans set currency = 'EUR' where id = ${strangers.id}`;
  await test.owner`update loan_list_rows set currency = 'EUR' where loan_id = ${strangers.id}`;
  const stranger = await test.signIn(other.manager.email);
  await pay(stranger, strangers.id, { valueDate: '2026-06-01', currency: 'EUR' });
  Object.assign(clients, {
    admin: await test.signIn((await arrangeAdmin(test.owner)).email),
    user: manager,
    team: await test.signIn(team.desk.email),
    agent: await test.signIn(team.agent.email),
  });
});

/**
 * Leaves an overpayment: reversing an earlier prepayment lowers the scheduled amounts, so part of a
 * payment becomes unapplied funds.
 */
async function leaveCreditByReversal({ id }: { readonly id: string }): Promise<void> {
  const early = {
    amountMinor: 60_000,
    overpaymentTreatment: 'shorter-term',
    valueDate: '2026-02-05',
  };
  await pay(manager, id, early);
  const stretching = {
    amountMinor: 100,
    overpaymentTreatment: 'lower-instalment',
    valueDate: '2026-02-10',
  };
  const prepaid = await pay(manager, id, stretching);
  const { body } = await manager.get(`/api/loans/${id}`);
  await pay(manager, id, { amountMinor: body.remainingMinor, valueDate: '2026-06-15' });
  const reversal = { id: uuidv7(), reason: 'Bounced' };
  await manager.post(`/api/loans/${id}/payments/${prepaid}/reversal`, reversal);
  const { body: after } = await manager.get(`/api/loans/${id}`);
  expect(after.creditMinor).toBeGreaterThan(0);
}

async function pay(client: TestClient, loanId: string, wishes: object): Promise<string> {
  const id = uuidv7();
  const body = { id, amountMinor: 5_000, currency: 'USD', method: 'cash', ...wishes };
  const { status } = await client.post(`/api/loans/${loanId}/payments`, body);
  if (status !== 200) throw new Error(`payment ended in ${status}`);
  return id;
}

const roles = ['admin', 'user', 'team', 'agent'] as const;
type Who = (typeof roles)[number];

const read = async (who: Who, path: string) => (await clients[who]?.get(path))?.body;

type Book = { currency: string } & Record<string, readonly Record<string, number | string>[]>;

const bookOf = (body: { books: readonly Book[] }, currency = 'USD') =>
  body.books.find((book) => book.currency === currency);

/** Reads all rows of a list, page by page. */
async function readAll(who: Who, path: string): Promise<Record<string, number | string>[]> {
  const rows = [];
  let after = '';
  do {
    const page = await read(who, `${path}&limit=2${after && `&after=${after}`}`);
    rows.push(...page.rows);
    after = page.nextCursor ?? '';
  } while (after);
  return rows;
}

const total = (rows: readonly object[], key: string) =>
  rows.reduce<number>(
    (sum, row) => sum + Number(Object.entries(row).find(([name]) => name === key)?.[1]),
    0,
  );

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

const ledgerOf = (who: Who, currency: string) => test.owner<
  { account: string; month: string; debitMinor: number; creditMinor: number; isCash: boolean }[]
>`
  select line.account, to_char(entry.value_date, 'YYYY-MM') as month, line.debit_minor,
    line.credit_minor, line.account = 'cash' and entry.event in
      ('post-payment', 'reverse-payment', 'reallocate-payment', 'recover-loan') as is_cash
  from ledger_lines line
  join ledger_transactions entry on entry.id = line.transaction_id
  where entry.loan_id in (${loansOf(who)}) and line.currency = ${currency}`;

describe.each(roles)('finance for %s', (who) => {
  const currencies = who === 'admin' ? ['EUR', 'USD'] : ['USD'];

  it('receipts equal the cash of the ledger, and income equals its accounts', async () => {
    const flow = await read(who, '/api/finance/cash-flow');
    expect(flow.books.map((book: Book) => book.currency)).toEqual(currencies);
    for (const currency of currencies) {
      const lines = await ledgerOf(who, currency);
      for (const period of bookOf(flow, currency)?.['periods'] ?? []) {
        const month = String(period['start']).slice(0, 7);
        const ofMonth = lines.filter((line) => line.month === month);
        const cash = ofMonth.filter(({ isCash }) => isCash);
        expect(period['receivedMinor'], month).toBe(
          total(cash, 'debitMinor') - total(cash, 'creditMinor'),
        );
        for (const [figure, account] of [
          ['interestMinor', 'interest-income'],
          ['recoveredMinor', 'recoveries'],
        ] as const) {
          const own = ofMonth.filter((line) => line.account === account);
          const earned = total(own, 'creditMinor') - total(own, 'debitMinor');
          expect(period[figure], `${figure} of ${month}`).toBe(earned);
        }
      }
    }
  });

  it('the current month expects what has fallen due by today', async () => {
    const last = bookOf(await read(who, '/api/finance/cash-flow'))?.['periods']?.at(-1);
    expect(last).toMatchObject({ start: '2026-06-01', end: '2026-06-15' });
  });

  it('each month opens the payments and instalments that it counts', async () => {
    const periods = bookOf(await read(who, '/api/finance/cash-flow'))?.['periods'] ?? [];
    for (const period of periods.filter(({ dues, payments }) => dues !== 0 || payments !== 0)) {
      const range = `currency=USD&from=${period['start']}&to=${period['end']}`;
      const payments = await readAll(who, `/api/finance/payments?${range}`);
      expect(payments).toHaveLength(Number(period['payments']));
      expect(total(payments, 'amountMinor')).toBe(period['receivedMinor']);
      const income = await readAll(who, `/api/finance/payments?${range}&kind=income`);
      const earned = ['interestMinor', 'feesMinor', 'penaltiesMinor'].map((kind) => period[kind]);
      expect(total(income, 'amountMinor')).toBe(
        earned.reduce<number>((sum, one) => sum + Number(one), 0),
      );
      const dues = await readAll(who, `/api/finance/dues?${range}`);
      expect(dues).toHaveLength(Number(period['dues']));
      expect(total(dues, 'amountMinor')).toBe(period['expectedMinor']);
    }
  });

  it('a month is the sum of its days so far', async () => {
    const months = bookOf(await read(who, '/api/finance/cash-flow'))?.['periods'] ?? [];
    const june = months.find(({ start }) => start === '2026-06-01');
    const days = bookOf(await read(who, '/api/finance/cash-flow?month=2026-06'))?.['periods'];
    expect(days).toHaveLength(30);
    for (const key of ['expectedMinor', 'receivedMinor', 'payments', 'dues']) {
      const soFar = (days ?? []).filter(({ start }) => String(start) <= '2026-06-15');
      expect(total(soFar, key), key).toBe(june?.[key]);
    }
  });

  it('the forecast equals the unpaid instalments of active loans from today on', async () => {
    const months = bookOf(await read(who, '/api/finance/forecast'))?.['months'] ?? [];
    expect(months).toHaveLength(12);
    const rows = await test.owner<{ month: string; open: number }[]>`
      select to_char(due_on, 'YYYY-MM-01') as month,
        sum(principal_minor + interest_minor - principal_paid_minor - interest_paid_minor)::bigint
          as open
      from instalments
      where loan_id in (${loansOf(who)}) and due_on >= '2026-06-15' and loan_id in (
        select state.loan_id from loan_state state join loans on loans.id = state.loan_id
        where state.status = 'active' and loans.currency = 'USD')
      group by 1 having sum(principal_minor - principal_paid_minor) > 0`;
    const asked = months.filter(({ dues }) => dues !== 0);
    expect(
      asked.map((month) => [
        month['start'],
        Number(month['principalMinor']) + Number(month['interestMinor']),
      ]),
    ).toEqual(
      rows.toSorted((a, b) => a.month.localeCompare(b.month)).map((row) => [row.month, row.open]),
    );
    const [first] = asked;
    const range = `currency=USD&from=${first?.['from']}&to=${first?.['end']}&unpaid=true`;
    expect(await readAll(who, `/api/finance/dues?${range}`)).toHaveLength(Number(first?.['dues']));
  });

  it.each(['2025-12-01', '2026-04-15'])(
    'unpaid dues from %s on are late or coming',
    async (from) => {
      const rows = await test.owner`
      select loan_id, number from instalments
      where due_on between ${from} and '2026-12-31' and loan_id in (${loansOf(who)}) and loan_id in (
        select state.loan_id from loan_state state join loans on loans.id = state.loan_id
        where state.status = 'active' and loans.currency = 'USD')
        and principal_minor + interest_minor > principal_paid_minor + interest_paid_minor
      order by due_on, number, loan_id`;
      const range = `currency=USD&from=${from}&to=2026-12-31&unpaid=true`;
      const listed = await readAll(who, `/api/finance/dues?${range}`);
      expect(listed.map(({ loanId, number }) => ({ loanId, number }))).toEqual([...rows]);
    },
  );

  it('the arrears equal the unpaid past instalments of late loans', async () => {
    const buckets = bookOf(await read(who, '/api/finance/arrears'))?.['buckets'] ?? [];
    const [row] = await test.owner<{ loans: number; open: number }[]>`
      select count(distinct loan_id)::int as loans, coalesce(sum(principal_minor + interest_minor
        - principal_paid_minor - interest_paid_minor), 0)::bigint as open
      from instalments
      where due_on < '2026-06-15' and loan_id in (${loansOf(who)}) and loan_id in (
        select state.loan_id from loan_state state join loans on loans.id = state.loan_id
        where state.status = 'active' and loans.currency = 'USD')
        and principal_minor + interest_minor > principal_paid_minor + interest_paid_minor`;
    expect(total(buckets, 'loans')).toBe(row?.loans);
    expect(total(buckets, 'arrearsMinor')).toBe(row?.open);
    expect(buckets).not.toHaveLength(0);
    for (const { bucket, loans, arrearsMinor } of buckets) {
      const path = `/api/finance/late-dues?currency=USD&bucket=${encodeURIComponent(String(bucket))}`;
      const rows = await readAll(who, path);
      const found = new Set(rows.map(({ loanId }) => loanId));
      expect([found.size, total(rows, 'openMinor')]).toEqual([loans, arrearsMinor]);
    }
  });

  it('the trial balance has the lines of each account, and both sides are equal', async () => {
    for (const currency of currencies) {
      const lines = await ledgerOf(who, currency);
      const { books, on } = await read(who, '/api/finance/trial-balance');
      expect(on).toBe('2026-06-15');
      const accounts = bookOf({ books }, currency)?.['accounts'] ?? [];
      expect(total(accounts, 'debitMinor')).toBe(total(accounts, 'creditMinor'));
      for (const account of accounts) {
        const own = lines.filter((line) => line.account === account['account']);
        expect(account).toMatchObject({
          debitMinor: total(own, 'debitMinor'),
          creditMinor: total(own, 'creditMinor'),
          lines: own.length,
        });
        const path = `/api/finance/lines?currency=${currency}&on=${on}&account=${account['account']}`;
        const listed = await readAll(who, path);
        expect(total(listed, 'debitMinor')).toBe(account['debitMinor']);
        expect(total(listed, 'creditMinor')).toBe(account['creditMinor']);
      }
    }
  });

  it('the journal has every line of the requested days', async () => {
    const answer = await clients[who]?.get(
      '/api/finance/journal.csv?from=2026-01-01&to=2026-12-31',
    );
    expect(answer?.status).toBe(200);
    const lines = String(answer?.body).trim().split('\r\n');
    const known = await Promise.all(currencies.map((currency) => ledgerOf(who, currency)));
    expect(lines).toHaveLength(1 + known.flat().length);
    expect(lines[0]).toContain('value_date,entry,event,loan,account,currency,debit,credit');
  });
});

describe('the expected amount of a month', () => {
  /** Sums all days of the month, including future ones. */
  const expectedIn = async (month: string) => {
    const path = `/api/finance/cash-flow?month=${month}`;
    return total(bookOf(await read('user', path))?.['periods'] ?? [], 'expectedMinor');
  };

  it('stops when a loan is written off, and starts when a loan is boarded', async () => {
    const [before] = await test.owner<{ open: number }[]>`
      select sum(principal_minor + interest_minor)::bigint as open from instalments
      where portfolio_id = ${portfolio.id} and to_char(due_on, 'YYYY-MM') = '2026-05'`;
    expect(await expectedIn('2026-05')).toBe(before?.open);
    const boarded = await arrangeLoan(test.owner, portfolio, { disbursedOn: '2026-01-31' });
    await storeDues(test.database);
    const june = await expectedIn('2026-06');
    const importId = uuidv7();
    await test.owner`
      insert into imports (portfolio_id, id, file_name, state, cut_off_on, created_by, created_at)
      values (${portfolio.id}, ${importId}, 'tape.csv', 'booked', '2026-06-01',
        ${portfolio.manager.id}, now())`;
    await test.owner`update loans set import_id = ${importId} where id = ${boarded.id}`;
    expect(await expectedIn('2026-05')).toBe(before?.open);
    expect(await expectedIn('2026-06')).toBe(june);
    // The written-off loan's instalment at the end of June is no longer expected.
    const [after] = await test.owner<{ open: number }[]>`
      select sum(principal_minor + interest_minor)::bigint as open from instalments
      where portfolio_id = ${portfolio.id} and to_char(due_on, 'YYYY-MM') = '2026-06'
        and loan_id not in (select loan_id from loan_state where status = 'written_off')`;
    expect(june).toBe(after?.open);
  });
});

it.each(['journal.csv', 'payments', 'dues'])(
  'finance refuses %s with a reversed range',
  async (what) => {
    const days = 'from=2026-06-02&to=2026-06-01';
    const currency = what === 'journal.csv' ? '' : '&currency=USD';
    const { status, body } = await manager.get(`/api/finance/${what}?${days}${currency}`);
    expect([status, body.error]).toEqual([400, 'range_upside_down']);
  },
);
