import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Fragment } from '../../../platform/conditions.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import {
  holderOf,
  inPortfolios,
  inScope,
  ofLoansInScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { bucketCase, isActiveIn, isBookedIn } from '../../servicing/loan-account/arrears.ts';
import { duesOn } from '../../servicing/loan-lists/dues.store.ts';
import { movedLedgerDays } from '../../servicing/ledger/moved-ledger-days.store.ts';

export type Step = 'day' | 'month';
export type Days = { readonly from: string; readonly to: string };
export type Asked = Days & { readonly scope: Scope; readonly step: Step };

/**
 * Maximum number of held loans for which reading a page loan by loan takes no longer than reading
 * it day by day.
 */
const FEW_LOANS = 1_000;

/**
 * Returns whether the caller is a team or an agent with so few loans that reading by loan is
 * faster.
 */
export async function holdsFewLoans(sql: Queryable, scope: Scope): Promise<boolean> {
  if (holderOf(scope) === null) return false;
  const held = await sql`
    select from loan_state state where ${inScope(sql, scope, 'state')} limit ${FEW_LOANS + 1}`;
  return held.length <= FEW_LOANS;
}

/**
 * Selects the expected instalments, with the aliases `state` and `loan`: those due after the day on
 * which the loan entered the portfolio, up to the day on which it was paid off or written off.
 */
export function expectedDues(sql: Queryable, { scope, from, to }: Days & { scope: Scope }) {
  return sql`
    loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join portfolios portfolio on portfolio.id = state.portfolio_id
    left join imports tape on tape.portfolio_id = loan.portfolio_id and tape.id = loan.import_id
    left join lateral (
      select max(loss.value_date) as value_date from loan_write_offs loss
      where state.status = 'written_off' and loss.portfolio_id = state.portfolio_id
        and loss.loan_id = state.loan_id and loss.event = 'write-off-loan'
    ) lost on state.status = 'written_off'
    join instalments instalment on instalment.portfolio_id = state.portfolio_id
      and instalment.loan_id = state.loan_id
      and instalment.due_on between ${from} and ${to}
      and instalment.due_on > coalesce(tape.cut_off_on,
        (tape.booked_at at time zone portfolio.time_zone)::date, loan.disbursed_on)
      and instalment.due_on <= case state.status when 'closed' then state.last_payment_on
        when 'written_off' then lost.value_date else 'infinity'::date end
    where ${inScope(sql, scope, 'state')} and ${isBookedIn(sql, 'state')}`;
}

/** Selects the unpaid instalments of active loans that are due on the given days. */
export function unpaidDues(sql: Queryable, { scope, from, to }: Days & { scope: Scope }) {
  return sql`
    loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join instalments instalment on instalment.portfolio_id = state.portfolio_id
      and instalment.loan_id = state.loan_id
      and instalment.due_on between ${from} and ${to} and ${openOf(sql)} > 0
    where ${inScope(sql, scope, 'state')} and ${isActiveIn(sql, 'state')}`;
}

export function scheduledOf(sql: Queryable): Fragment {
  return sql`(instalment.principal_minor + instalment.interest_minor + instalment.fees_minor
    + instalment.penalties_minor)`;
}

export function openOf(sql: Queryable): Fragment {
  return sql`(${scheduledOf(sql)} - instalment.principal_paid_minor
    - instalment.interest_paid_minor - instalment.fees_paid_minor
    - instalment.penalties_paid_minor)`;
}

export const startOf = (sql: Queryable, step: Step, day: Fragment) =>
  sql`date_trunc(${step}::text, ${day}::timestamp)::date`;

export type Expected = {
  readonly currency: string;
  readonly start: string;
  readonly expectedMinor: number;
  readonly dues: number;
};

/** Counts and sums the expected instalments one by one. */
export function countExpected(database: Queryable, { step, ...asked }: Asked) {
  const sql = replicaReads(database);
  return sql<Expected[]>`
    select loan.currency, ${startOf(sql, step, sql`instalment.due_on`)} as start,
      sum(${scheduledOf(sql)})::bigint as expected_minor, count(*) as dues
    from ${expectedDues(sql, asked)}
    group by 1, 2`;
}

export type Received = {
  readonly currency: string;
  readonly start: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly feesMinor: number;
  readonly penaltiesMinor: number;
  readonly recoveredMinor: number;
  readonly keptMinor: number;
  readonly payments: number;
};

/**
 * Sums the received amounts. The daily income sums omit recoveries and unapplied funds, so these
 * are read from the few recoveries and the few payments that left or used such funds.
 */
export function sumReceived(database: Queryable, { step, scope, from, to }: Asked) {
  const sql = replicaReads(database);
  return sql<Received[]>`
    select currency, start, sum(principal_minor)::bigint as principal_minor,
      sum(interest_minor)::bigint as interest_minor, sum(fees_minor)::bigint as fees_minor,
      sum(penalties_minor)::bigint as penalties_minor,
      sum(recovered_minor)::bigint as recovered_minor, sum(kept_minor)::bigint as kept_minor,
      sum(payments)::bigint as payments
    from (
      select portfolio.currency, ${startOf(sql, step, sql`income.day`)} as start,
        income.principal_minor, income.interest_minor, income.fees_minor, income.penalties_minor,
        0 as recovered_minor, 0 as kept_minor, income.payments
      from income_days income
      join portfolios portfolio on portfolio.id = income.portfolio_id
      where ${inScope(sql, scope, 'income')} and income.day between ${from} and ${to}
      union all
      select payment.currency, ${startOf(sql, step, sql`payment.value_date`)}, 0, 0, 0, 0,
        payment.recovered_minor, 0, 1
      from payments payment
      where payment.recovered_minor > 0
        and ${inScope(sql, scope, 'payment')} and payment.value_date between ${from} and ${to}
        and not exists (select from payment_reversals reversal
          where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)
      union all
      select payment.currency, ${startOf(sql, step, sql`payment.value_date`)}, 0, 0, 0, 0, 0,
        payment.credit_minor - case payment.method when 'credit' then payment.amount_minor else 0 end,
        case payment.method when 'credit' then -1 else 0 end
      from effective_payments payment
      where (payment.overpayment_treatment = 'credit' or payment.method = 'credit')
        and payment.reversal_id is null
        and ${inScope(sql, scope, 'payment')} and payment.value_date between ${from} and ${to}
      union all
      select payment.currency, ${startOf(sql, step, sql`payment.value_date`)}, 0, 0, 0, 0, 0,
        payment.credit_minor, 0
      from payment_reallocations moved
      join effective_payments payment on payment.portfolio_id = moved.portfolio_id
        and payment.id = moved.payment_id and payment.reallocation_id = moved.id
      where moved.credit_minor > 0 and payment.reversal_id is null
        and payment.overpayment_treatment <> 'credit' and payment.method <> 'credit'
        and ${inScope(sql, scope, 'payment')} and payment.value_date between ${from} and ${to}
    ) received
    group by 1, 2`;
}

export type Forecast = {
  readonly currency: string;
  readonly start: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly chargesMinor: number;
  readonly dues: number;
};

/** Counts and sums the unpaid instalments one by one. */
export function countForecast(database: Queryable, asked: Days & { scope: Scope }) {
  const sql = replicaReads(database);
  return sql<Forecast[]>`
    select loan.currency, ${startOf(sql, 'month', sql`instalment.due_on`)} as start,
      sum(instalment.principal_minor - instalment.principal_paid_minor)::bigint as principal_minor,
      sum(instalment.interest_minor - instalment.interest_paid_minor)::bigint as interest_minor,
      sum(instalment.fees_minor - instalment.fees_paid_minor
        + instalment.penalties_minor - instalment.penalties_paid_minor)::bigint as charges_minor,
      count(*) as dues
    from ${unpaidDues(sql, asked)}
    group by 1, 2`;
}

type Ageing = {
  readonly currency: string;
  readonly bucket: ArrearsBucket;
  readonly loans: number;
  readonly arrearsMinor: number;
  readonly outstandingMinor: number;
};

/** Sums late loans. They are few, and an index by due date contains all summed columns. */
export function sumArrears(sql: Queryable, viewer: Viewer) {
  const { scope } = viewer;
  const today = todayOf(sql, viewer, 'listed');
  return sql<Ageing[]>`
    select currency, ${bucketCase(sql, sql`days`)} as bucket, count(*) as loans,
      sum(arrears)::bigint as arrears_minor, sum(outstanding)::bigint as outstanding_minor
    from (
      select listed.currency, ${today} - listed.next_due_on as days,
        listed.outstanding_principal_minor as outstanding,
        ${duesOn(sql, 'arrears_minor', today)} as arrears
      from loan_list_rows listed
      where ${inScope(sql, scope, 'listed')} and listed.next_due_on < ${today}
    ) late
    group by 1, 2`;
}

type Balance = {
  readonly currency: string;
  readonly account: string;
  readonly debitMinor: number;
  readonly creditMinor: number;
  readonly lines: number;
};

type BalanceAsked = { readonly scope: Scope; readonly on: string };

/** Sums the ledger by account; for a team or an agent, only for the loans that it holds now. */
export function sumAccounts(database: Queryable, { scope, on }: BalanceAsked) {
  const holderId = holderOf(scope);
  return holderId === null
    ? sumLedgerDays(database, { scope, on })
    : sumHeldLedgerDays(database, { scope, on, holderId });
}

/** Adds up, in one snapshot, the sums by day and the changes that they do not contain yet. */
function sumLedgerDays(database: Queryable, { scope, on }: BalanceAsked) {
  const sql = replicaReads(database);
  return sql<Balance[]>`
    select part.currency, part.account, sum(part.debit_minor)::bigint as debit_minor,
      sum(part.credit_minor)::bigint as credit_minor, sum(part.lines)::bigint as lines
    from (
      select portfolio_id, day, account, currency, debit_minor, credit_minor, lines
      from ledger_days
      union all
      select portfolio_id, day, account, currency, debit_minor, credit_minor, lines
      from ledger_day_changes
    ) part
    where ${inPortfolios(sql, scope, sql`part.portfolio_id`)} and part.day <= ${on}
    group by 1, 2`;
}

/**
 * Adds up the stored sums of a team or an agent, the changes that they do not contain yet, and for
 * loans that changed hands since, the earlier entries.
 */
function sumHeldLedgerDays(
  database: Queryable,
  { scope, on, holderId }: BalanceAsked & { readonly holderId: string },
) {
  const sql = replicaReads(database);
  const isAsked = sql`
    ${inPortfolios(sql, scope, sql`part.portfolio_id`)} and part.holder_id = ${holderId}
    and part.day <= ${on}`;
  return sql<Balance[]>`
    select part.currency, part.account, sum(part.debit_minor)::bigint as debit_minor,
      sum(part.credit_minor)::bigint as credit_minor, sum(part.lines)::bigint as lines
    from (
      select account, currency, debit_minor, credit_minor, lines from held_ledger_days part
      where ${isAsked}
      union all
      select account, currency, debit_minor, credit_minor, lines
      from held_ledger_day_changes part
      where ${isAsked}
      union all
      select account, currency, debit_minor, credit_minor, lines
      from (${movedLedgerDays(sql, sql`loan_moves`)}) part
      where ${isAsked}
    ) part
    group by 1, 2
    having sum(part.lines) <> 0`;
}

/** Counts and sums the lines one by one. */
export function sumLedgerLines(database: Queryable, { scope, on }: BalanceAsked) {
  const sql = replicaReads(database);
  return sql<Balance[]>`
    select line.currency, line.account, sum(line.debit_minor)::bigint as debit_minor,
      sum(line.credit_minor)::bigint as credit_minor, count(*) as lines
    from ledger_transactions entry
    join ledger_lines line
      on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
    where ${ofLoansInScope(sql, scope, 'entry')} and entry.value_date <= ${on}
    group by 1, 2`;
}
