import type { AgreementChannel, PlanKind } from '@bursar/contracts/servicing/reschedules.values';
import type { Transaction } from '../../../platform/database.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type NewReschedule = LoanKey & {
  readonly id: string;
  readonly version: number;
  readonly valueDate: string;
  readonly annualRatePercent: string;
  readonly formerRatePercent: string;
  readonly principalMinor: number;
  readonly reason: string;
  /** The kind of plan that the borrower agreed to; null, like `agreedBy`, if there was none. */
  readonly plan: PlanKind | null;
  readonly agreedBy: AgreementChannel | null;
  readonly madeBy: string;
  readonly madeAt: string;
} & (
    | {
        readonly event: 'reschedule-loan';
        readonly undoesId: null;
        readonly instalmentCount: number;
        readonly firstDueOn: string;
      }
    | {
        readonly event: 'undo-reschedule';
        readonly undoesId: string;
        readonly instalmentCount: null;
        readonly firstDueOn: null;
      }
  );

/** Inserts a reschedule or its undo, and the loan's new rate, in one statement. */
export async function insertReschedule(
  transaction: Transaction,
  made: NewReschedule,
): Promise<void> {
  const { portfolioId, loanId, annualRatePercent } = made;
  await transaction`
    with made as (
      insert into loan_reschedules (portfolio_id, id, loan_id, event, undoes_id, version,
        value_date, annual_rate_percent, former_rate_percent, instalment_count, first_due_on,
        principal_minor, reason, plan, agreed_by, made_by, made_at)
      values (${portfolioId}, ${made.id}, ${loanId}, ${made.event}, ${made.undoesId},
        ${made.version}, ${made.valueDate}, ${annualRatePercent}, ${made.formerRatePercent},
        ${made.instalmentCount}, ${made.firstDueOn}, ${made.principalMinor}, ${made.reason},
        ${made.plan}, ${made.agreedBy}, ${made.madeBy}, ${made.madeAt})
    )
    update loans set annual_rate_percent = ${annualRatePercent}
    where portfolio_id = ${portfolioId} and id = ${loanId}
      and annual_rate_percent <> ${annualRatePercent}`;
}
