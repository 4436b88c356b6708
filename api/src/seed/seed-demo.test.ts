import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { reconcile } from '../features/control/reconciliation/reconcile.ts';
import { countHistory } from '../features/reporting/analytics/book-history.store.ts';
import { isEmptyDatabase, seedDemo } from './seed-demo.ts';

const everything = { role: 'admin', accountId: '', now: '2026-06-15T12:00:00Z' } as const;

describe('the demo portfolio', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await seedDemo(test.owner, { today: '2026-06-15', log: () => undefined });
  });

  it('is created only in an empty database', async () => {
    const empty = await createTestDatabase();
    expect(await isEmptyDatabase(empty.owner)).toBe(true);
    expect(await isEmptyDatabase(test.owner)).toBe(false);
  });

  it('has 2,000 loans: active, closed and written off, with and without a holder', async () => {
    const rows = await test.owner<{ status: string; loans: number }[]>`
      select status, count(*) as loans from loan_state group by 1`;
    const loans = new Map(rows.map((row) => [row.status, row.loans]));
    expect([...loans.values()].reduce((sum, count) => sum + count, 0)).toBe(2000);
    expect(loans.get('active')).toBeGreaterThan(1400);
    expect(loans.get('closed')).toBeGreaterThan(50);
    expect(loans.get('written_off')).toBeGreaterThan(5);
    const [held] = await test.owner`
      select count(*) filter (where team_id is null) as unassigned,
        count(*) filter (where team_id is not null and agent_id is null) as with_team,
        count(*) filter (where status = 'active' and oldest_unpaid_due_on < '2026-06-15') as late
      from loan_state`;
    expect(held?.['unassigned']).toBeGreaterThan(80);
    expect(held?.['withTeam']).toBeGreaterThan(80);
    expect(held?.['late']).toBeGreaterThan(60);
  });

  it('has 10,000 borrowers with phone numbers, one in five with a loan', async () => {
    const [known] = await test.owner`
      select count(*) as borrowers, count(distinct borrower.name) as names,
        count(*) filter (where exists (
          select from loans loan where loan.borrower_id = borrower.id)) as with_loan,
        count(borrower_reach(borrower.portfolio_id, borrower.id, 'phone', '2026-06-15')) as phones
      from borrowers borrower`;
    expect(known).toMatchObject({ borrowers: 10_000, withLoan: 2_000, phones: 10_000 });
    expect(known?.['names']).toBeGreaterThan(8_000);
  });

  it('notifies desks and agents of their assignments, some unread', async () => {
    const readers = await test.owner<{ role: string; read: number; unread: number }[]>`
      select account.role, count(notification.read_at) as read,
        count(*) filter (where notification.read_at is null) as unread
      from notifications notification join accounts account on account.id = notification.account_id
      where notification.event = 'loans-assigned' group by 1 order by 1`;
    expect(readers.map(({ role }) => role)).toEqual(['agent', 'team']);
    for (const { read, unread } of readers) expect(Math.min(read, unread)).toBeGreaterThan(0);
  });

  it('balances: ledger receivables equal outstanding principal, income equals its day sums', async () => {
    const [books] = await test.owner`
      select
        (select sum(debit_minor - credit_minor) from ledger_lines
          where account = 'loans-receivable')::bigint as receivable,
        (select sum(outstanding_principal_minor) from loan_state)::bigint as outstanding,
        (select sum(instalment.principal_minor - instalment.principal_paid_minor)
          from instalments instalment
          join loan_state state on state.loan_id = instalment.loan_id
          where state.status <> 'written_off')::bigint as scheduled,
        (select sum(credit_minor - debit_minor) from ledger_lines
          where account = 'interest-income')::bigint as income,
        (select sum(interest_minor) from income_days)::bigint as day_sums,
        (select sum(principal_minor + interest_minor + fees_minor + penalties_minor)
          from income_days)::bigint as received,
        (select sum(amount_minor) from effective_payments
          where reversal_id is null)::bigint as standing,
        (select sum(interest_paid_minor) from instalments)::bigint as paid_interest`;
    const [reversals] = await test.owner`select count(*) as n from payment_reversals`;
    expect(reversals?.['n']).toBeGreaterThan(10);
    expect(books?.['receivable']).toBe(books?.['outstanding']);
    expect(books?.['scheduled']).toBe(books?.['outstanding']);
    expect(books?.['income']).toBe(books?.['daySums']);
    expect(books?.['received']).toBe(books?.['standing']);
    expect(books?.['income']).toBe(books?.['paidInterest']);
  });

  it('has a write-off for each loss in the ledger, so that past days show these loans', async () => {
    const checked = await reconcile(test.owner);
    expect(checked.filter(({ count }) => count > 0)).toEqual([]);
    const days = ['2025-12-31', '2026-02-28', '2026-05-31'];
    const rows = await countHistory(test.owner, { scope: everything, days });
    for (const on of days) {
      const [booked] = await test.owner<{ minor: number }[]>`
        select sum(line.debit_minor - line.credit_minor)::bigint as minor
        from ledger_lines line
        join ledger_transactions entry on entry.id = line.transaction_id
        where line.account = 'loans-receivable' and entry.value_date <= ${on}`;
      const shown = rows.filter((row) => row.on === on && row.bucket !== 'gone');
      const shownMinor = shown.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0);
      expect({ on, shownMinor }).toEqual({ on, shownMinor: booked?.minor });
    }
  });

  it('has its own tags, on some loans', async () => {
    const tags = await test.owner<{ name: string; loans: number }[]>`
      select tag.name, count(*) as loans from tags tag
      join loan_tags tagged on tagged.tag_id = tag.id group by 1`;
    expect(tags).toHaveLength(5);
    for (const { loans } of tags) expect(loans).toBeGreaterThan(2);
  });

  it('has requests waiting for the manager and the administrator, who are notified', async () => {
    const requests = await test.owner<{ kind: string; role: string; loans: number | null }[]>`
      select request.kind, account.role, request.loans from approvals request
      join accounts account on account.id = request.requested_by
      where request.state = 'waiting' order by request.requested_at`;
    expect(requests.map(({ kind, role }) => [kind, role])).toEqual([
      ['reverse-payment', 'team'],
      ['reassign-loans', 'user'],
      ['reverse-payment', 'team'],
    ]);
    expect(requests[1]?.loans).toBeGreaterThan(500);
    const unread = await test.owner`
      select account.role, count(*) as unread from notifications notification
      join accounts account on account.id = notification.account_id
      where notification.event = 'approval-wanted' and notification.read_at is null
      group by 1 order by 1`;
    expect(unread.map((row) => ({ ...row }))).toEqual([
      { role: 'admin', unread: 3 },
      { role: 'user', unread: 5 },
    ]);
  });

  it('is identical on every machine on the same day', async () => {
    const again = await createTestDatabase();
    await seedDemo(again.owner, { today: '2026-06-15', log: () => undefined });
    const fingerprint = async ({ owner }: TestDatabase) => {
      const [row] = await owner`
        select (select md5(string_agg(payment::text, ',' order by id)) from payments payment)
            as payments,
          (select md5(string_agg(approval::text, ',' order by id)) from approvals approval)
            as approvals`;
      return { ...row };
    };
    expect(await fingerprint(again)).toEqual(await fingerprint(test));
  });
});
