import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import { applicationStatuses } from '@bursar/contracts/choices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../features/control/reconciliation/reconcile.ts';
import { openDocumentFolder } from '../features/records/documents/document-folder.ts';
import {
  countHistory,
  type HistoryRow,
} from '../features/reporting/analytics/book-history.store.ts';
import { readContactRates } from '../features/reporting/analytics/read-analytics.ts';
import { readCashFlow } from '../features/reporting/finance/read-finance.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isEmptyDatabase, seedDemo } from './seed-demo.ts';

const today = '2026-06-15';
/** Early enough that most of the day's work is still to come. */
const seededAt = new Date(`${today}T05:45:00Z`);
const everything = {
  role: 'admin',
  accountId: '',
  now: `${today}T12:00:00Z`,
  demoPortfolioIds: [],
} as const;
const reader = { scope: everything, businessDate: today, portfolio: null };

/** The ends of all months in which the demo has loans. */
const monthEnds = (() => {
  const { year, month } = dateParts(calendarDate(today));
  const first = dateFromParts(year, month, 1);
  return Array.from({ length: 28 }, (_, ago) => addDays(addMonths(first, ago - 27), -1));
})();

describe('the demo portfolio', () => {
  let test: TestDatabase;
  let documentsFolder: string;
  let history: readonly HistoryRow[];
  beforeAll(async () => {
    documentsFolder = mkdtempSync(join(tmpdir(), 'bursar-demo-documents-'));
    test = await createTestDatabase();
    await seedDemo(test.owner, {
      today,
      now: seededAt,
      documentPlace: documentsFolder,
      log: () => undefined,
    });
    history = await countHistory(test.owner, { scope: everything, days: [...monthEnds, today] });
  }, 480_000);
  afterAll(() => rmSync(documentsFolder, { recursive: true }));

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
        (select sum(amount_minor - recovered_minor) from effective_payments
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

  it('passes every reconciliation check', async () => {
    const checked = await reconcile(test.owner);
    expect(checked.filter(({ count }) => count > 0)).toEqual([]);
  });

  it('agrees with the ledger at every past month end and today', async () => {
    const days = [...monthEnds, today];
    const booked = await test.owner<{ on: string; minor: number }[]>`
      select day."on", coalesce(sum(line.debit_minor - line.credit_minor), 0)::bigint as minor
      from unnest(${days}::date[]) as day ("on")
      left join ledger_transactions entry on entry.value_date <= day."on"
      left join ledger_lines line on line.portfolio_id = entry.portfolio_id
        and line.transaction_id = entry.id and line.account = 'loans-receivable'
      group by 1 order by 1`;
    const shown = days.map((on) => {
      const rows = history.filter((row) => row.on === on && row.bucket !== 'gone');
      return { on, minor: rows.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0) };
    });
    expect(shown.at(-2)?.minor).toBeGreaterThan(0);
    expect(shown).toEqual(booked.map((row) => ({ ...row })));
  });

  it('collects about what is expected in each of the last eleven full months', async () => {
    const { books } = await readCashFlow(test.owner, reader, undefined);
    const shares = (books[0]?.periods ?? [])
      .slice(0, -1)
      .map(({ receivedMinor, expectedMinor }) => {
        return receivedMinor / expectedMinor;
      });
    expect(shares).toHaveLength(11);
    expect(Math.min(...shares)).toBeGreaterThan(0.9);
    expect(Math.max(...shares)).toBeLessThan(1.08);
  });

  it('has roll rates of 8 to 25 per cent over a year, and late loans that become current', () => {
    const lastYear = history.filter(
      ({ on, was }) => was !== null && on > (monthEnds.at(-13) ?? ''),
    );
    const order = ['current', '1-30', '31-60', '61-90', '91-180', '180+'];
    const count = (rows: readonly HistoryRow[]) => rows.reduce((sum, { loans }) => sum + loans, 0);
    for (const bucket of ['1-30', '31-60', '61-90']) {
      const from = lastYear.filter(({ was, on }) => was === bucket && on !== today);
      const rolled = from.filter((row) => order.indexOf(row.bucket) > order.indexOf(bucket));
      const cured = from.filter((row) => row.bucket === 'current');
      const rates = {
        bucket,
        rolled: count(rolled) / count(from),
        cured: count(cured) / count(from),
      };
      expect(rates.rolled, JSON.stringify(rates)).toBeGreaterThan(0.08);
      expect(rates.rolled, JSON.stringify(rates)).toBeLessThan(0.25);
      expect(rates.cured, JSON.stringify(rates)).toBeGreaterThan(0.05);
    }
    const late = history.filter((row) => row.on === today && row.bucket !== 'current');
    const share = count(late) / count(history.filter((row) => row.on === today));
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.15);
  });

  it('has fees, penalties and recoveries in each full month, and waivers', async () => {
    const { books } = await readCashFlow(test.owner, reader, undefined);
    for (const month of (books[0]?.periods ?? []).slice(0, -1)) {
      expect(month.feesMinor, month.start).toBeGreaterThan(0);
      expect(month.penaltiesMinor, month.start).toBeGreaterThan(0);
    }
    const recovered = (books[0]?.periods ?? []).filter((month) => month.recoveredMinor > 0);
    expect(recovered.length).toBeGreaterThan(3);
    expect(await countRows(test, 'charge_waivers')).toBeGreaterThan(20);
    expect(await countRows(test, 'payment_reversals')).toBeGreaterThan(50);
    expect(await countRows(test, 'loan_write_offs')).toBeGreaterThan(8);
  });

  it('has reschedules with an agreement, and applications in every state', async () => {
    const agreed = await test.owner`
      select from loan_reschedules where plan is not null and agreed_by is not null`;
    expect(agreed.length).toBeGreaterThan(3);
    const states = await test.owner<{ status: string }[]>`
      select distinct status from loan_applications`;
    expect(states.map(({ status }) => status).toSorted()).toEqual(
      [...applicationStatuses].toSorted(),
    );
  });

  it('has contacts in each month, with promises kept and broken, and some of today', async () => {
    const { months } = await readContactRates(test.owner, reader);
    for (const month of months) {
      expect(month.reached, month.start).toBeGreaterThan(20);
      expect(month.kept, month.start).toBeGreaterThan(0);
      expect(month.broken, month.start).toBeGreaterThan(0);
    }
    const [now] = await test.owner`
      select (select count(*) from contact_attempts where contacted_at >= ${today}) as contacts,
        (select count(*) from promises where promised_on = ${today}) as promises`;
    expect(now?.['contacts']).toBeGreaterThan(5);
    expect(now?.['promises']).toBeGreaterThan(5);
  });

  it('has promises that replaced each earlier one whose day had passed', async () => {
    const [promises] = await test.owner`
      select count(*) filter (where replaced_by is not null) as replaced,
        count(*) filter (where replaced_by is null and exists (
          select from promises newer where newer.loan_id = promise.loan_id
            and newer.made_on > promise.promised_on)) as left_over
      from promises promise`;
    expect(promises?.['replaced']).toBeGreaterThan(50);
    expect(promises?.['leftOver']).toBe(0);
  });

  it('has no event, payment, contact or message that is later than the seed', async () => {
    const latest = await test.owner<{ kind: string; at: string }[]>`
      select 'audit event' as kind, max(at)::text as at from audit_events
      union all select 'payment', max(posted_at)::text from payments
      union all select 'contact', max(greatest(contacted_at, logged_at))::text from contact_attempts
      union all select 'promise', max(made_at)::text from promises
      union all select 'note', max(written_at)::text from loan_notes
      union all select 'mail', max(greatest(changed_at, sent_at))::text from staff_mails
      union all select 'message', max(sent_at)::text from chat_messages
      union all select 'application', max(changed_at)::text from loan_applications
      union all select 'batch', max(made_at)::text from assignment_batches`;
    expect(latest.filter(({ at }) => new Date(at) > seededAt)).toEqual([]);
  });

  it('has documents whose files can be opened', async () => {
    const folder = openDocumentFolder(documentsFolder);
    const documents = await test.owner<{ portfolioId: string; id: string; sha256: Buffer }[]>`
      select portfolio_id, id, sha256 from documents`;
    expect(documents.length).toBeGreaterThan(5);
    for (const document of documents) {
      const bytes = await folder.read(document);
      expect(bytes.ok).toBe(true);
      if (bytes.ok) bytes.value.destroy();
    }
  });

  it('has agents who signed in, and mails and chats', async () => {
    const idle = await test.owner`
      select from accounts account where not exists (
        select from sessions session where session.account_id = account.id)`;
    expect(idle).toHaveLength(0);
    expect(await countRows(test, 'staff_mails')).toBeGreaterThan(5);
    expect(await countRows(test, 'chat_messages')).toBeGreaterThan(10);
  });

  it('is identical on every machine on the same day', async () => {
    const again = await createTestDatabase();
    await seedDemo(again.owner, { today, now: seededAt, log: () => undefined });
    const fingerprint = async ({ owner }: TestDatabase) => {
      const [row] = await owner`
        select (select md5(string_agg(payment::text, ',' order by id)) from payments payment)
            as payments,
          (select md5(string_agg(approval::text, ',' order by id)) from approvals approval)
            as approvals,
          (select md5(string_agg(charge::text, ',' order by id)) from charges charge) as charges,
          (select md5(string_agg(promise::text, ',' order by id)) from promises promise)
            as promises`;
      return { ...row };
    };
    expect(await fingerprint(again)).toEqual(await fingerprint(test));
  }, 480_000);
});

async function countRows({ owner }: TestDatabase, table: string): Promise<number> {
  const [row] = await owner<{ rows: number }[]>`select count(*) as rows from ${owner(table)}`;
  return row?.rows ?? 0;
}
