import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../platform/database.ts';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { generateTape } from '../../../seed/generate-tape.ts';
import { openImportOffice } from '../../../testing/import-office.ts';
import { done, draftOf, receiptOf } from '../../../testing/invoice-office.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { namelessSubqueries } from '../../../testing/nameless-subqueries.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { storeDues } from '../../reporting/finance/store-dues.ts';
import { foldLedgerDays } from '../../servicing/ledger/fold-ledger-days.ts';
import { storeMonthEnds } from '../../reporting/analytics/store-month-ends.ts';
import { sealAudit } from '../audit/audit-seals.ts';
import { closeDays } from '../end-of-day/close-days.ts';
import { reconciliationChecks, runReconciliationChecks, reconcile } from './reconcile.ts';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
const { owner } = test;
for (const kind of ['reverse-payment', 'write-off-loan', 'waive-charge'] as const) {
  await arrangeApprovalRule(owner, portfolio, { kind, required: false });
}
await openImportOffice(test.database, portfolio).book(generateTape({ rows: 40 }));
const { loanId, paymentId } = await workOneLoan();
const lostLoanId = await loseOneLoan();
const paidOffLoanId = await payOneLoanOff();
const chargedLoanId = await chargeOneLoan();
// A fee is withheld from this loan.
await lendingBy(await signIn('manager'), await signInDeputy()).paidOut();
await lendToPayLate();
await postBankLine();
await receiveOnInvoice();
await closeOneDay();
await storeMonthEnds(test.database, { now: test.clock.now() });
await foldLedgerDays(test.database);
await storeDues(test.database);
await sealAudit(test.database, { now: test.clock.now(), waits: true });

/** Assigns a loan and posts three payments; the second has the earliest day and is reversed. */
async function workOneLoan(): Promise<{ loanId: string; paymentId: string }> {
  const [loan] = await owner<{ id: string; usual: number }[]>`
    select loan_id as id, oldest_unpaid_minor as usual from loan_state
    where status = 'active' order by loan_id limit 1`;
  if (!loan) throw new Error('the tape has no active loan');
  const manager = await signIn('manager');
  const assigned = await manager.post('/api/assignments', {
    id: uuidv7(),
    selection: { loanIds: [loan.id] },
    target: { kind: 'team', id: portfolio.team.id },
  });
  expect(assigned).toMatchObject({ status: 200 });
  const desk = await signIn('desk');
  const ids: string[] = [];
  for (const valueDate of ['2026-06-10', '2026-06-05', '2026-06-14']) {
    const body = paymentOf({ amountMinor: loan.usual, valueDate });
    expect(await desk.post(`/api/loans/${loan.id}/payments`, body)).toMatchObject({ status: 200 });
    ids.push(body.id);
  }
  const [, second = '', third = ''] = ids;
  const reversed = await desk.post(`/api/loans/${loan.id}/payments/${second}/reversal`, {
    id: uuidv7(),
    reason: 'the cheque bounced',
  });
  expect(reversed).toMatchObject({ status: 200 });
  return { loanId: loan.id, paymentId: third };
}

/** Writes a loan off, restores it and writes it off again, then posts a recovery. */
async function loseOneLoan(): Promise<string> {
  const [loan] = await owner<{ id: string; owed: number }[]>`
    select loan_id as id, outstanding_principal_minor as owed from loan_state
    where status = 'active' order by loan_id desc limit 1`;
  if (!loan) throw new Error('the tape has no active loan');
  const manager = await signIn('manager');
  const path = `/api/loans/${loan.id}`;
  const event = () => ({ id: uuidv7(), reason: 'lost', principalMinor: loan.owed });
  const payment = paymentOf({ amountMinor: 500, valueDate: '2026-06-15' });
  for (const answer of [
    await manager.post(`${path}/write-off`, event()),
    await manager.post(`${path}/undo-write-off`, { id: uuidv7(), reason: 'found' }),
    await manager.post(`${path}/write-off`, event()),
    await manager.post(`${path}/payments`, payment),
  ]) {
    expect(answer).toMatchObject({ status: 200 });
  }
  return loan.id;
}

/** Pays a loan off, reverses that and pays it off again: its schedule has a fourth version. */
async function payOneLoanOff(): Promise<string> {
  const [loan] = await owner<{ id: string }[]>`
    select state.loan_id as id from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.status = 'active' and state.loan_id not in (${loanId}, ${lostLoanId})
    order by loan.disbursed_on desc limit 1`;
  if (!loan) throw new Error('the tape has no active loan');
  const manager = await signIn('manager');
  const path = `/api/loans/${loan.id}`;
  const payOff = async () => {
    // On this day, most of its schedule was still in the future.
    const valueDate = '2018-07-10';
    const { body } = await manager.get(`${path}/payoff-quote?on=${valueDate}`);
    const payment = paymentOf({ amountMinor: body.totalMinor, valueDate });
    const answer = await manager.post(`${path}/payments`, payment);
    expect(answer).toMatchObject({ status: 200, body: { loanStatus: 'closed' } });
    return payment.id;
  };
  const first = await payOff();
  const reversal = { id: uuidv7(), reason: 'the cheque bounced' };
  const reversed = await manager.post(`${path}/payments/${first}/reversal`, reversal);
  expect(reversed).toMatchObject({ status: 200, body: { loanStatus: 'active' } });
  await payOff();
  return loan.id;
}

async function postBankLine() {
  const manager = await signIn('manager');
  const loan = await manager.get(`/api/loans/${chargedLoanId}`);
  const csv = `Date,Paid in,Reference\n2026-06-14,5.00,${loan.body.reference}\n`;
  const id = uuidv7();
  await manager.upload(`/api/bank-files?id=${id}&fileName=June.csv`, Buffer.from(csv));
  const posted = await manager.post(`/api/bank-files/${id}/post`);
  expect(posted.body).toEqual({ posted: 1, refused: 0, left: 0 });
}

/** Pays the invoice in full after a first receipt was reversed. */
async function receiveOnInvoice() {
  const manager = await signIn('manager');
  const { id } = await done(manager.post('/api/invoices', draftOf()));
  const at = `/api/invoices/${id}`;
  await done(manager.post(`${at}/issue`, { version: 1 }));
  const first = receiptOf();
  await done(manager.post(`${at}/receipts`, first));
  const reversal = { id: uuidv7(), reason: 'the cheque bounced' };
  await done(manager.post(`${at}/receipts/${first.id}/reversal`, reversal));
  await done(manager.post(`${at}/receipts`, receiptOf()));
}

/** Charges a fee and a penalty, pays part of them and waives part of the fee. */
async function chargeOneLoan(): Promise<string> {
  const [loan] = await owner<{ id: string }[]>`
    select loan_id as id from loan_state where status = 'active'
      and loan_id not in (${loanId}, ${lostLoanId}) order by loan_id offset 3 limit 1`;
  if (!loan) throw new Error('the tape has no active loan');
  const manager = await signIn('manager');
  const path = `/api/loans/${loan.id}`;
  const { body } = await manager.get(path);
  const due = body.instalments.find((row: { state: string }) => row.state !== 'paid').dueOn;
  const charge = (portion: string, amountMinor: number) => {
    const what = { id: uuidv7(), portion, kind: 'reminder', amountMinor, currency: 'USD' };
    return { ...what, dueOn: due, reason: 'late' };
  };
  const fee = charge('fee', 700);
  const payment = paymentOf({ amountMinor: 1_000, valueDate: body.businessDate });
  for (const answer of [
    await manager.post(`${path}/charges`, fee),
    await manager.post(`${path}/charges`, charge('penalty', 900)),
    await manager.post(`${path}/payments`, payment),
    await manager.post(`${path}/charges/${fee.id}/waiver`, {
      id: uuidv7(),
      amountMinor: 500,
      reason: 'goodwill',
    }),
  ]) {
    expect(answer).toMatchObject({ status: 200 });
  }
  return loan.id;
}

/** Lends a loan with a late penalty, first due on the day before the one `closeOneDay` closes. */
async function lendToPayLate(): Promise<void> {
  const penalty = { kind: 'fixed', amountMinor: 2_500, graceDays: 0, capMinor: null } as const;
  const days = { disbursedOn: '2026-05-14', firstDueOn: '2026-06-14' };
  const asked = { disburseOn: days.disbursedOn, firstDueOn: days.firstDueOn };
  await lendingBy(await signIn('manager'), await signInDeputy()).paidOut({ penalty }, asked, days);
}

async function closeOneDay(): Promise<void> {
  const manager = await signIn('manager');
  const promise = {
    id: uuidv7(),
    currency: 'USD',
    lines: [{ amountMinor: 100, promisedOn: '2026-06-15' }],
  };
  const answer = await manager.post(`/api/loans/${chargedLoanId}/promises`, promise);
  expect(answer).toMatchObject({ status: 200 });
  const closed = await closeDays(test.database, { now: new Date('2026-06-16T00:00:00Z') });
  expect(closed).toMatchObject([{ day: '2026-06-15' }]);
}

/** Returns what the checks find after the data was changed outside Bursar. */
async function findAfter(tamper: (sql: Transaction) => Promise<unknown>) {
  const takenBack = new Error('taken back');
  let found: Awaited<ReturnType<typeof runReconciliationChecks>> = [];
  const tampering = owner.begin(async (sql) => {
    // The database owner can bypass triggers and constraints.
    await sql`set local session_replication_role = replica`;
    await tamper(sql);
    found = await runReconciliationChecks(sql);
    throw takenBack;
  });
  await expect(tampering).rejects.toBe(takenBack);
  return found.filter(({ count }) => count > 0);
}

const tamperings: Readonly<Record<string, (sql: Transaction) => Promise<unknown>>> = {
  'ledger-balances': (sql) => sql`
        update ledger_lines set debit_minor = debit_minor + 1
        where debit_minor > 0 and transaction_id = (
          select transaction_id from ledger_lines where account = 'cash' limit 1)`,
  receivable: (sql) => sql`
        update loan_state set outstanding_principal_minor = outstanding_principal_minor + 1
        where loan_id = ${loanId}`,
  'schedule-principal': (sql) => sql`
        update instalments set principal_minor = principal_minor + 1
        where loan_id = ${loanId} and number = 36`,
  'schedule-paid': (sql) => sql`
        update loan_state set interest_paid_minor = interest_paid_minor + 1
        where loan_id = ${loanId}`,
  'oldest-unpaid': (sql) => sql`
        update loan_state set oldest_unpaid_due_on = oldest_unpaid_due_on + 1
        where loan_id = ${loanId}`,
  'schedule-versions': (sql) => sql`
        delete from superseded_instalments where loan_id = ${paidOffLoanId} and version = 2`,
  'schedule-kept': (sql) => sql`
        update superseded_instalments set principal_minor = principal_minor + 1
        where loan_id = ${paidOffLoanId} and version = 1 and number = 1`,
  'agreed-schedule': (sql) => sql`
        update schedule_versions set agreed_version = 2
        where loan_id = ${paidOffLoanId} and version = 3`,
  reschedules: (sql) => sql`
        insert into loan_reschedules (portfolio_id, id, loan_id, event, version, value_date,
          annual_rate_percent, former_rate_percent, instalment_count, first_due_on,
          principal_minor, reason, made_by, made_at)
        select portfolio_id, gen_random_uuid(), loan_id, 'reschedule-loan', 2, '2018-07-10', 12, 12,
          10, '2018-08-10', 1, 'Forged', made_by, made_at
        from schedule_versions where loan_id = ${paidOffLoanId} and version = 2`,
  'payoff-schedule': (sql) => sql`
        update instalments set interest_minor = interest_minor + 1
        where loan_id = ${paidOffLoanId} and number = 36`,
  'allocation-places': (sql) => sql`
        update payment_allocations set schedule_version = 9 where payment_id in (
          select id from payments where loan_id = ${paidOffLoanId})`,
  'instalment-paid': (sql) => sql`
        update instalments set principal_paid_minor = principal_paid_minor - 1
        where loan_id = ${paidOffLoanId} and number = 36`,
  charges: (sql) => sql`
        update charges set amount_minor = amount_minor + 100000 where loan_id = ${chargedLoanId}`,
  'charges-paid': (sql) => sql`
        update charge_allocations set amount_minor = amount_minor + 1`,
  'charge-allocations': (sql) => sql`
        update charge_allocations set amount_minor = amount_minor * 10`,
  'charges-receivable': (sql) => sql`
        update ledger_lines set account = 'borrower-credit' where account = 'deferred-fees'`,
  'end-of-day': (sql) => sql`
        insert into end_of_day_chunks (portfolio_id, day, number, promise_ids)
        select portfolio_id, day, 1, '{}' from end_of_day_runs`,
  'month-ends-of-loans': (sql) => sql`update loan_month_ends set days_past_due[12] = 5`,
  'month-end-holders': (sql) => sql`update loan_month_ends set agent_id = loan_id`,
  'held-month-end-sums': (sql) => sql`update loan_month_ends set team_id = loan_id`,
  'month-end-sums': (sql) => sql`update month_end_sums set loans = loans + 1`,
  'work-states': (sql) => sql`
        with held as (
          update loan_state set agent_id = account.id, team_id = account.team_id
          from accounts account
          where account.role = 'agent' and account.portfolio_id = loan_state.portfolio_id
            and loan_state.status = 'active'
          returning loan_state.portfolio_id, loan_state.loan_id)
        insert into loan_work (portfolio_id, loan_id, snoozed_until)
        select portfolio_id, loan_id, current_date + 4000 from held
        on conflict (portfolio_id, loan_id) do update set snoozed_until = excluded.snoozed_until`,
  'end-of-day-promises': (sql) => sql`update end_of_day_promises set state = 'kept'`,
  'end-of-day-penalties': (sql) => sql`
        update charges set amount_minor = amount_minor + 1 where late_months is not null`,
  penalties: (sql) => sql`
        update charges set late_months = late_months + 1 where late_months is not null`,
  'refund-claims': (sql) => sql`
        insert into refund_claims (portfolio_id, id, loan_id, instalment_number, amount_minor,
          value_date, source_id, schedule_version, made_at)
        select portfolio_id, gen_random_uuid(), loan_id, 1, 1, '2026-06-15', loan_id, 1, now()
        from loan_state where loan_id = ${loanId}`,
  'bank-lines': (sql) => sql`
        update bank_file_lines set value_on = value_on - 1`,
  'invoice-receipts': (sql) => sql`
        update invoice_receipts set amount_minor = amount_minor + 1`,
  'payment-allocations': (sql) => sql`
        update reallocation_allocations set interest_minor = interest_minor + 1`,
  'ledger-cash': (sql) => sql`
        update ledger_lines set account = 'recoveries'
        where account = 'cash' and transaction_id in (
          select id from ledger_transactions where source_id = ${paymentId})`,
  'ledger-income': (sql) => sql`
        update ledger_lines set account = 'fee-income'
        where account = 'interest-income' and transaction_id in (
          select id from ledger_transactions where source_id = ${paymentId})`,
  'ledger-losses': (sql) => sql`
        update ledger_lines set account = 'opening-balances'
        where account = 'write-off-expense' and credit_minor > 0`,
  'write-offs': (sql) => sql`
        delete from loan_write_offs where loan_id = ${lostLoanId}`,
  'ledger-recoveries': (sql) => sql`
        update ledger_lines set account = 'interest-income' where account = 'recoveries'`,
  'ledger-credit': (sql) => sql`
        update loan_state set credit_minor = credit_minor + 1 where loan_id = ${loanId}`,
  recoveries: (sql) => sql`
        update loan_state set status = 'active' where loan_id = ${lostLoanId}`,
  undisbursed: (sql) => sql`
        update loan_state set status = 'approved' where loan_id = ${loanId}`,
  disbursements: (sql) => sql`
        update application_events set fee_minor = fee_minor + 1 where event = 'disburse'`,
  'stored-dues': (sql) => sql`update loan_dues set is_active = not is_active`,
  'due-sums': (sql) => sql`update due_sums set dues = dues + 1`,
  'held-due-sums': (sql) => sql`update held_due_sums set dues = dues + 1`,
  'held-ledger-days': (sql) => sql`update held_ledger_days set lines = lines + 1`,
  'ledger-days': (sql) => sql`update ledger_days set lines = lines + 1`,
  'income-days': (sql) => sql`update income_days set interest_minor = interest_minor + 1`,
  'loan-list-rows': (sql) =>
    sql`update loan_list_rows set status = 'closed' where loan_id = ${loanId}`,
  dues: (sql) => sql`
        update loan_list_rows set arrears_minor = arrears_minor + 1 where loan_id = ${loanId}`,
  'loan-totals': (sql) => sql`
        update loan_totals set loans = loans + 1
        where id = (select min(id) from loan_totals)`,
  'loan-parts': (sql) => sql`update loan_part_changes set loans = loans + 1`,
  holders: (sql) => sql`
        update loan_state set team_id = ${portfolio.otherTeam.id}
        where loan_id = ${loanId}`,
  'holder-chain': (sql) => sql`
        insert into assignments (portfolio_id, batch_id, loan_id, from_team_id, made_at)
        select portfolio_id, ${uuidv7()}, loan_id, ${portfolio.otherTeam.id}, made_at
        from assignments where loan_id = ${loanId}`,
  currencies: (sql) => sql`update loans set currency = 'EUR' where id = ${loanId}`,
  'tape-currencies': (sql) => sql`
        update imports set reading = jsonb_set(reading, '{columns}',
          '[{"name": "Currency", "values": ["USD", "EUR"], "field": null, "recognisedAs": null}]')`,
  'audit-chain': (sql) => sql`
        update audit_events set request_id = 'another'
        where id = (select event_id from audit_seals where number = 1)`,
};

describe('verifying the books', () => {
  it.each(reconciliationChecks)(
    'names each subquery of $id, as PostgreSQL 15 requires',
    async (check) => {
      const asked = check.differences(test.database);
      const { statement } = await test.database`select from (${asked}) difference limit 0`;
      expect(statement.string).toContain('difference limit 0');
      expect(namelessSubqueries(statement.string)).toEqual([]);
    },
  );

  it('finds no difference after a tape, an assignment, payments and a reversal', async () => {
    const checked = await reconcile(owner);
    expect(checked.filter(({ count }) => count > 0)).toEqual([]);
    expect(checked.map(({ id }) => id).toSorted()).toEqual(Object.keys(tamperings).toSorted());
  });

  it('reports what differs, where, and how often', async () => {
    const found = await findAfter(
      (sql) => sql`
        update loan_state set outstanding_principal_minor = outstanding_principal_minor + 1
        where loan_id = ${loanId}`,
    );
    const receivable = found.find(({ id }) => id === 'receivable');
    const [difference] = receivable?.differences ?? [];
    expect(receivable?.count).toBe(1);
    expect(difference?.subject).toMatch(/^L-\d{6}$/);
    expect(Number(difference?.expected)).toBe(Number(difference?.found) + 1);
  });

  it('names a missing penalty of a closed day even if the loan waits to be checked', async () => {
    const found = await findAfter(async (sql) => {
      await tamperings['penalties']?.(sql);
      await sql`
        insert into penalty_checks (portfolio_id, loan_id)
        select distinct portfolio_id, loan_id from charges where late_months is not null`;
    });
    expect(found.map(({ id }) => id)).toEqual(['penalties']);
    expect(found[0]?.differences[0]).toMatchObject({
      subject: expect.stringMatching(/^L-\d{6}, instalment 1, 2026-06-15$/),
      expected: '2500',
      found: '0, waits for the next end of day',
    });
  });

  it.each(['external_id', 'purpose', 'grade', 'borrower_shown', 'borrower_name'])(
    'finds a loan list with a %s that differs from the loan',
    async (column) => {
      const found = await findAfter(
        (sql) => sql`
          update loan_list_rows set ${sql(column)} = 'another' where loan_id = ${loanId}`,
      );
      expect(found).toContainEqual(expect.objectContaining({ id: 'loan-list-rows', count: 1 }));
    },
  );

  it.each(Object.entries(tamperings))('finds tampering: %s', async (id, tamper) => {
    expect((await findAfter(tamper)).map((found) => found.id)).toContain(id);
  });
});
