import type { AgreementChannel } from '@bursar/contracts/servicing/reschedules.values';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isSettlementOutdated } from '../promises/outdated-settlement.ts';

type Key = { readonly portfolioId: string; readonly id: string };

export type NewSettlement = Key & {
  readonly loanId: string;
  readonly amountMinor: number;
  readonly payoffMinor: number;
  readonly agreedOn: string;
  readonly agreedBy: AgreementChannel;
  readonly reason: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
};

type FoundSettlement = Pick<NewSettlement, 'loanId' | 'agreedBy' | 'reason' | 'approvedBy'>;

export async function findSettlement(
  sql: Queryable,
  { portfolioId, id }: Key,
): Promise<FoundSettlement | null> {
  const [row] = await sql<FoundSettlement[]>`
    select loan_id, agreed_by, reason, approved_by from settlements
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export async function insertSettlement(
  transaction: Transaction,
  made: NewSettlement,
): Promise<void> {
  await transaction`
    insert into settlements (portfolio_id, id, loan_id, amount_minor, payoff_minor, agreed_on,
      agreed_by, reason, approved_by, approved_at)
    values (${made.portfolioId}, ${made.id}, ${made.loanId}, ${made.amountMinor},
      ${made.payoffMinor}, ${made.agreedOn}, ${made.agreedBy}, ${made.reason}, ${made.approvedBy},
      ${made.approvedAt})`;
}

export type PaidSettlement = Key & FoundSettlement;

/**
 * Lists the settlements whose lines are all kept and that are neither completed nor outdated.
 * Settlements of loans with a payment dated after `on`, or with credit that is not applied to the
 * loan, are left out.
 */
export function listPaidSettlements(
  sql: Queryable,
  { portfolioId, on, loanId }: { portfolioId: string; on: string; loanId?: string },
) {
  return sql<PaidSettlement[]>`
    select settlement.portfolio_id, settlement.id, settlement.loan_id, settlement.agreed_by,
      settlement.reason, settlement.approved_by
    from settlements settlement
    where settlement.portfolio_id = ${portfolioId} and settlement.completed_on is null
      ${loanId === undefined ? sql`` : sql`and settlement.loan_id = ${loanId}`}
      and not exists (
        select from promises promise
        where promise.portfolio_id = settlement.portfolio_id
          and promise.agreement_id = settlement.id and promise.state <> 'kept')
      and not exists (
        select from effective_payments payment
        where payment.portfolio_id = settlement.portfolio_id
          and payment.loan_id = settlement.loan_id and payment.reversal_id is null
          and payment.value_date > ${on})
      and not exists (
        select from loan_state state
        where state.portfolio_id = settlement.portfolio_id
          and state.loan_id = settlement.loan_id and state.credit_minor > 0)
      and not ${isSettlementOutdated(sql)}
    order by settlement.loan_id`;
}

export async function markCompleted(
  transaction: Transaction,
  { portfolioId, id, on, writeOffId }: Key & { on: string; writeOffId: string | null },
): Promise<void> {
  await transaction`
    update settlements set completed_on = ${on}, write_off_id = ${writeOffId}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}
