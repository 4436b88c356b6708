import type { DayOffRule } from '@bursar/loan-maths';
import type { Queryable } from '../../../platform/database.ts';
import type { InstalmentRow } from '../loan-account/instalments.store.ts';
import type { NewReschedule } from '../loan-account/reschedule-events.store.ts';

export type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type AgreedDays = {
  /** First due date by the loan contract, before days off moved it. */
  readonly firstDueOn: string;
  /**
   * The product's rule for due dates on days off; null if a tape brought the loan with its own
   * dates.
   */
  readonly dayOffRule: DayOffRule | null;
};

export async function findAgreedDays(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<AgreedDays> {
  const [row] = await sql<AgreedDays[]>`
    select loan.first_due_on, version.day_off_rule
    from loans loan
    left join product_versions version
      on version.portfolio_id = loan.portfolio_id and version.id = loan.product_version_id
    where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} is missing`);
  return { ...row };
}

export type FoundReschedule = {
  readonly loanId: string;
  readonly event: NewReschedule['event'];
  readonly undoesId: string | null;
  readonly version: number;
  readonly annualRatePercent: string;
  readonly formerRatePercent: string;
  readonly instalmentCount: number | null;
  readonly firstDueOn: string | null;
  readonly principalMinor: number;
  readonly reason: string;
};

export async function findReschedule(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<FoundReschedule | null> {
  const [row] = await sql<FoundReschedule[]>`
    select loan_id, event, undoes_id, version, annual_rate_percent::text,
      former_rate_percent::text, instalment_count, first_due_on, principal_minor, reason
    from loan_reschedules where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export type EffectiveReschedule = {
  readonly id: string;
  readonly version: number;
  readonly formerRatePercent: string;
  readonly hasPayments: boolean;
};

export async function readEffectiveReschedule(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<EffectiveReschedule | null> {
  const [row] = await sql<EffectiveReschedule[]>`
    select made.id, made.version, made.former_rate_percent::text, exists (
        select from effective_payments payment
        where payment.portfolio_id = made.portfolio_id and payment.loan_id = made.loan_id
          and payment.number > made.number and payment.reversal_id is null
      ) as has_payments
    from effective_reschedules made
    where made.portfolio_id = ${portfolioId} and made.loan_id = ${loanId}
    order by made.version desc limit 1`;
  return row ?? null;
}

/**
 * Reads the instalments' amounts and due dates before a version replaced them, and the version that
 * payments were replayed on.
 */
export async function readFormerSchedule(
  sql: Queryable,
  { portfolioId, loanId, version }: LoanKey & { readonly version: number },
): Promise<{ readonly dues: readonly RescheduledDue[]; readonly agreedVersion: number }> {
  const dues = await sql<RescheduledDue[]>`
    select number, due_on, principal_minor, interest_minor, case when accrues_from is not null
      then jsonb_build_object('fromOn', accrues_from, 'carriedMinor', carried_minor,
        'earnedMinor', earned_minor, 'balanceMinor', bearing_minor) end as accrual
    from superseded_instalments
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and version = ${version - 1}
    order by number`;
  const [former] = await sql<{ agreedVersion: number }[]>`
    select agreed_version from schedule_versions
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and version = ${version - 1}`;
  return { dues, agreedVersion: former?.agreedVersion ?? 1 };
}

/** The amounts and due date of an instalment, without its charges. */
export type RescheduledDue = Pick<
  InstalmentRow,
  'number' | 'dueOn' | 'principalMinor' | 'interestMinor' | 'accrual'
>;
