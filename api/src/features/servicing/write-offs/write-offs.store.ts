import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListWriteOffs } from '@bursar/contracts/servicing/write-offs';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { entriesBooked } from '../ledger/ledger.store.ts';
import { statusAfterIn } from '../loan-account/loan-can.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type WriteOffEvent = 'write-off-loan' | 'undo-write-off';

export type NewWriteOff = LoanKey & {
  readonly id: string;
  readonly event: WriteOffEvent;
  readonly currency: string;
  readonly valueDate: string;
  readonly principalMinor: number;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/** Inserts the event, the loan's new state and the ledger entry in one statement. */
export async function insertWriteOff(transaction: Transaction, made: NewWriteOff): Promise<void> {
  const { portfolioId, loanId, currency, id, event, valueDate, principalMinor } = made;
  const isLoss = event === 'write-off-loan';
  const lostMinor = isLoss ? principalMinor : -principalMinor;
  const posting = { portfolioId, postedBy: made.madeBy, postedAt: made.madeAt };
  const lines = linesOf([
    ['write-off-expense', lostMinor],
    ['loans-receivable', -lostMinor],
  ]);
  const status = transaction`status`;
  await transaction`
    with written as (
      insert into loan_write_offs
        (portfolio_id, id, loan_id, event, value_date, principal_minor, reason, made_by, made_at)
      values (${portfolioId}, ${id}, ${loanId}, ${event}, ${valueDate}, ${principalMinor},
        ${made.reason}, ${made.madeBy}, ${made.madeAt})
    ), ${entriesBooked(transaction, posting, [
      { id: uuidv7(), loanId, currency, event, sourceId: id, valueDate, lines },
    ])}
    update loan_state set
      status = ${statusAfterIn(transaction, isLoss ? 'write-off' : 'undo-write-off', status)},
      outstanding_principal_minor = outstanding_principal_minor - ${lostMinor}::bigint,
      written_off_principal_minor = written_off_principal_minor + ${lostMinor}::bigint,
      version = version + 1
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
}

export async function findWriteOff(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<Pick<NewWriteOff, 'loanId' | 'event' | 'principalMinor' | 'reason'> | null> {
  const [row] = await sql<Pick<NewWriteOff, 'loanId' | 'event' | 'principalMinor' | 'reason'>[]>`
    select loan_id, event, principal_minor, reason from loan_write_offs
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export type LossStanding = {
  readonly outstandingMinor: number;
  readonly writtenOffPrincipalMinor: number;
};

export async function readLossStanding(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<LossStanding> {
  const [row] = await sql<LossStanding[]>`
    select outstanding_principal_minor as outstanding_minor, written_off_principal_minor
    from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} has no state`);
  return row;
}

type WriteOffs = AnswerOf<ListWriteOffs>['writeOffs'];

/** Includes losses that came with a tape, which only the ledger records. */
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
