import type { ReadUnappliedFunds, Refund } from '@bursar/contracts/servicing/unapplied-funds';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable } from '../../../platform/database.ts';
import type { NewRefund } from '../loan-account/credit-refunds.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type FoundRefund = Pick<NewRefund, 'event' | 'undoesId' | 'amountMinor' | 'reason'> & {
  readonly loanId: string;
  readonly method: Refund['method'];
  readonly isUndone: boolean;
};

export async function findRefund(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<FoundRefund | null> {
  const [row] = await sql<FoundRefund[]>`
    select loan_id, event, undoes_id, amount_minor, method, reason, exists (
        select from credit_refunds undo
        where undo.portfolio_id = refund.portfolio_id and undo.undoes_id = refund.id
      ) as is_undone
    from credit_refunds refund where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

type UnappliedFunds = AnswerOf<ReadUnappliedFunds>;

export async function readUnappliedFundsOf(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<Pick<UnappliedFunds, 'creditMinor' | 'refundRequestId'>> {
  const [row] = await sql<Pick<UnappliedFunds, 'creditMinor' | 'refundRequestId'>[]>`
    select state.credit_minor, request.id as refund_request_id
    from loan_state state
    left join approvals request on request.portfolio_id = state.portfolio_id
      and request.kind = 'refund-credit' and request.subject_id = state.loan_id
      and request.state = 'waiting'
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} has no state`);
  return { ...row };
}

export async function listRefundsOf(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<Refund[]> {
  const rows = await sql<Refund[]>`
    select refund.id, refund.amount_minor, refund.method, refund.reason, maker.name as made_by,
      refund.made_at, request.id as undo_request_id,
      case when undo.id is not null then jsonb_build_object('reason', undo.reason,
        'madeBy', undoer.name, 'madeAt', undo.made_at) end as undone
    from credit_refunds refund
    join accounts maker on maker.id = refund.made_by
    left join credit_refunds undo
      on undo.portfolio_id = refund.portfolio_id and undo.undoes_id = refund.id
    left join accounts undoer on undoer.id = undo.made_by
    left join approvals request on request.portfolio_id = refund.portfolio_id
      and request.kind = 'undo-refund' and request.subject_id = refund.id
      and request.state = 'waiting'
    where refund.portfolio_id = ${portfolioId} and refund.loan_id = ${loanId}
      and refund.event = 'refund-credit'
    order by refund.number desc`;
  return rows.map((row) => ({ ...row }));
}
