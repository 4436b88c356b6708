import type { AllocationOrder, Rounding } from '@bursar/loan-maths';
import type { LoanStatus } from '@bursar/contracts/choices';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { productOfLoan, waysOfLoan } from '../products/products.store.ts';
import { statusAfterIn } from './loan-can.ts';

export type LockedLoan = {
  readonly portfolioId: string;
  readonly referenceNumber: number;
  readonly status: LoanStatus;
  readonly scheduleVersion: number;
  readonly currency: string;
  readonly annualRatePercent: string;
  readonly frequencyUnit: 'days' | 'weeks' | 'months';
  readonly frequencyEvery: number;
  readonly scheduleMethod: string;
  readonly dayCount: string;
  readonly disbursedOn: string;
  readonly lastPaymentOn: string | null;
  /**
   * The day of the reschedule in force; its number below orders it among the events of that day.
   */
  readonly rescheduledOn: string | null;
  readonly rescheduleNumber: number | null;
  /** Whether the next close must check the loan's closed days again for missing penalties. */
  readonly hasPenaltyCheck: boolean;
  readonly outstandingPrincipalMinor: number;
  readonly creditMinor: number;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly allocationOrder: AllocationOrder;
  /** Rounding of the loan's product version; null for a loan from a tape. */
  readonly instalmentRounding: Rounding | null;
  readonly instalmentMultipleMinor: number | null;
  readonly gracePrincipal: number | null;
  readonly graceInterest: number | null;
};

/**
 * Locks the loan until the transaction ends, so that two payments on it run one after the other.
 */
export async function lockLoan(
  transaction: Transaction,
  { scope, loanId }: { scope: Scope; loanId: string },
): Promise<LockedLoan | null> {
  const one = transaction`state.loan_id = ${loanId}`;
  const locked = await selectLocked(transaction, { scope, are: one });
  return locked.get(loanId) ?? null;
}

/**
 * Reads the same data as `lockLoan` without a lock. Other transactions may change the loan at any
 * time.
 */
export async function readLoanToPay(
  sql: Queryable,
  { scope, loanId }: { scope: Scope; loanId: string },
): Promise<LockedLoan | null> {
  const one = sql`state.loan_id = ${loanId}`;
  const [loan] = await sql<LockedLoan[]>`${loansToPay(sql, { scope, are: one })}`;
  return loan ?? null;
}

/** Locks several loans, always in the same order, so that two such commands cannot deadlock. */
export function lockLoans(
  transaction: Transaction,
  { scope, loanIds }: { scope: Scope; loanIds: readonly string[] },
): Promise<ReadonlyMap<string, LockedLoan>> {
  const are = transaction`state.loan_id = any(${[...loanIds]}::uuid[])`;
  return selectLocked(transaction, { scope, are });
}

async function selectLocked(
  transaction: Transaction,
  { scope, are }: { scope: Scope; are: Fragment },
): Promise<ReadonlyMap<string, LockedLoan>> {
  // A separate statement reads the loans, because the statement that waits for the locks sees other
  // tables as they were before the wait.
  const [, loans] = await Promise.all([
    transaction`
      select from loan_state state where ${inScope(transaction, scope, 'state')} and ${are}
      order by state.loan_id
      for update`,
    transaction<(LockedLoan & { loanId: string })[]>`${loansToPay(transaction, { scope, are })}`,
  ]);
  return new Map(loans.map(({ loanId, ...loan }) => [loanId, loan]));
}

function loansToPay(sql: Queryable, { scope, are }: { scope: Scope; are: Fragment }): Fragment {
  return sql`
    select state.loan_id, state.portfolio_id, loan.reference_number, state.status,
      state.schedule_version, loan.currency, loan.annual_rate_percent::text, loan.frequency_unit,
      loan.frequency_every, loan.schedule_method, loan.day_count, loan.disbursed_on,
      state.last_payment_on, state.outstanding_principal_minor, state.credit_minor, state.team_id, state.agent_id,
      rescheduled.value_date as rescheduled_on, rescheduled.number as reschedule_number,
      exists (
        select from penalty_checks waiting
        where waiting.portfolio_id = state.portfolio_id and waiting.loan_id = state.loan_id
      ) as has_penalty_check,
      ${waysOfLoan(sql)}
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    ${productOfLoan(sql)}
    left join lateral (
      select value_date, number from effective_reschedules made
      where made.portfolio_id = state.portfolio_id and made.loan_id = state.loan_id
      order by made.version desc limit 1
    ) rescheduled on state.schedule_version > 1
    where ${inScope(sql, scope, 'state')} and ${are}`;
}

export type LoanBalances = {
  readonly status: LoanStatus;
  readonly outstandingPrincipalMinor: number;
};

type Restated = LoanBalances & {
  readonly hasPromises: boolean;
};

/**
 * Recalculates each loan's status, oldest unpaid instalment and last payment day from its
 * instalments and payments.
 */
export async function restateLoans(
  transaction: Transaction,
  { portfolioId, loanIds }: { portfolioId: string; loanIds: readonly string[] },
): Promise<ReadonlyMap<string, Restated>> {
  const status = transaction`state.status`;
  const [first, ...others] = loanIds;
  // A single loan is passed as a plain value, because PostgreSQL would plan again for each length
  // of an array.
  const isOne = others.length === 0;
  const named = isOne
    ? transaction`(values (${first ?? null}::uuid))`
    : transaction`unnest(${[...loanIds]}::uuid[])`;
  // The payments of many loans are grouped in one subquery, because without statistics the planner
  // would read all payments of the portfolio once per loan.
  const paid = isOne
    ? transaction`lateral (
        select max(payment.value_date) as last_on from payments payment
        where payment.portfolio_id = ${portfolioId} and payment.loan_id = named.loan_id
          and ${isNotReversed(transaction)}
      ) paid on true`
    : transaction`(
        select payment.loan_id, max(payment.value_date) as last_on from payments payment
        where payment.portfolio_id = ${portfolioId}
          and payment.loan_id = any(${[...loanIds]}::uuid[]) and ${isNotReversed(transaction)}
        group by payment.loan_id
      ) paid on paid.loan_id = named.loan_id`;
  const restated = await transaction<(Restated & { loanId: string })[]>`
    update loan_state state set
      status = case when oldest.due_on is null
        then ${statusAfterIn(transaction, 'settle', status)}
        else ${statusAfterIn(transaction, 'reverse-payment', status)} end,
      oldest_unpaid_due_on = oldest.due_on,
      oldest_unpaid_minor = coalesce(oldest.open_minor, 0),
      last_payment_on = paid.last_on,
      version = state.version + 1
    from ${named} named(loan_id)
    left join lateral (
      select due_on, open_minor
      from instalments
      cross join lateral (select principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor as open_minor) open
      where portfolio_id = ${portfolioId} and loan_id = named.loan_id and open_minor > 0
      order by due_on, number limit 1
    ) oldest on true
    left join ${paid}
    where state.portfolio_id = ${portfolioId} and state.loan_id = named.loan_id
    returning state.loan_id, state.status, state.outstanding_principal_minor, exists (
      select from promises promise
      where promise.portfolio_id = ${portfolioId} and promise.loan_id = named.loan_id
    ) as has_promises`;
  return new Map(restated.map(({ loanId, ...balances }) => [loanId, balances]));
}

export async function restateLoan(
  transaction: Transaction,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<LoanBalances> {
  const restated = await restateLoans(transaction, { portfolioId, loanIds: [loanId] });
  return balancesIn(restated, loanId);
}

export function balancesIn(
  balancesByLoan: ReadonlyMap<string, LoanBalances>,
  loanId: string,
): LoanBalances {
  const balances = balancesByLoan.get(loanId);
  if (!balances) throw new Error(`loan ${loanId} has no state to restate`);
  return balances;
}

/**
 * Builds the condition on `payments payment` for payments that are not reversed. A query that reads
 * nothing that a reallocation changes can use it instead of the view `effective_payments`.
 */
export const isNotReversed = (sql: Queryable): Fragment => sql`not exists (
  select from payment_reversals reversal
  where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;
