import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListWriteOffs } from '@bursar/contracts/servicing/write-offs';
import type { Queryable } from '../../../platform/database.ts';
import type { NewWriteOff } from '../loan-account/write-off-state.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export async function findWriteOff(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<Pick<NewWriteOff, 'loanId' | 'event' | 'principalMinor' | 'reason'> | null> {
  const [row] = await sql<Pick<NewWriteOff, 'loanId' | 'event' | 'principalMinor' | 'reason'>[]>`
    select loan_id, event, principal_minor, reason from loan_write_offs
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export type WriteOffBalances = {
  readonly outstandingMinor: number;
  readonly writtenOffPrincipalMinor: number;
};

export async function readWriteOffBalances(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<WriteOffBalances> {
  const [row] = await sql<WriteOffBalances[]>`
    select outstanding_principal_minor as outstanding_minor, written_off_principal_minor
    from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} has no state`);
  return row;
}

type WriteOffs = AnswerOf<ListWriteOffs>['writeOffs'];

/**
 * Lists a loan's write-offs and their undos, with losses from a tape, which only the ledger
 * records.
 */
export async function listWriteOffsOfLoan(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<WriteOffs> {
  const rows = await sql<WriteOffs>`
    select made.id, made.event, made.value_date, made.principal_minor, made.reason,
      maker.name as made_by, made.made_at
    from (
      select id, event, value_date, principal_minor, reason, made_by, made_at, number
      from loan_write_offs where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      union all
      select booked.id, booked.event, booked.value_date, line.debit_minor, null, booked.posted_by,
        booked.posted_at, booked.number
      from ledger_transactions booked
      join ledger_lines line
        on line.portfolio_id = booked.portfolio_id and line.transaction_id = booked.id
        and line.account = 'write-off-expense'
      where booked.portfolio_id = ${portfolioId} and booked.loan_id = ${loanId}
        and booked.event = 'write-off-loan' and not exists (
          select from loan_write_offs written
          where written.portfolio_id = ${portfolioId} and written.id = booked.source_id)
    ) made
    join accounts maker on maker.id = made.made_by
    order by made.number desc, made.made_at desc, made.id desc`;
  return rows.map((row) => ({ ...row }));
}
