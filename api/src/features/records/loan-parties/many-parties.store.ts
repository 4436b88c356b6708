import type { PartyRole } from '@bursar/contracts/choices';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../platform/database.ts';

type Pair = {
  readonly portfolioId: string;
  readonly survivorId: string;
  readonly mergedId: string;
};

export type PartyOfLoan = {
  readonly id: string;
  readonly loanId: string;
  readonly role: PartyRole;
  readonly borrowerId: string;
};

/**
 * Ends parties that would list a borrower twice after a merge: on loans whose first borrower is one
 * of the two, and the second of two parties on one loan. A co-borrower takes precedence over a
 * guarantor.
 */
export async function endDoubleParties(
  transaction: Transaction,
  {
    portfolioId,
    survivorId,
    mergedId,
    reason,
    mergedBy,
  }: Pair & { reason: string; mergedBy: string },
  at: string,
): Promise<readonly PartyOfLoan[]> {
  const both = [survivorId, mergedId];
  return transaction<PartyOfLoan[]>`
    update loan_parties double
    set ended_by = ${mergedBy}, ended_at = ${at}, ended_reason = ${reason}
    from (
      select party.id, loan.borrower_id = any(${both}::uuid[]) as is_own_loan,
        row_number() over (partition by party.loan_id
          order by party.role = 'co-borrower' desc, party.added_at, party.id) as place
      from loan_parties party
      join loans loan on loan.portfolio_id = party.portfolio_id and loan.id = party.loan_id
      where party.portfolio_id = ${portfolioId} and party.borrower_id = any(${both}::uuid[])
        and party.ended_at is null
    ) ranked
    where double.portfolio_id = ${portfolioId} and double.id = ranked.id
      and (ranked.is_own_loan or ranked.place > 1)
    returning double.id, double.loan_id, double.role, double.borrower_id`;
}

/**
 * Replaces the merged borrower with the remaining one in all current and former parties of loans.
 */
export async function moveParties(
  transaction: Transaction,
  { portfolioId, survivorId, mergedId }: Pair,
): Promise<readonly PartyOfLoan[]> {
  return transaction<PartyOfLoan[]>`
    update loan_parties set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}
    returning id, loan_id, role, borrower_id`;
}

type PartiesOfLoan = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly by: string;
  readonly at: string;
};

/** Adds the co-borrowers of a disbursed application to its loan. */
export async function insertCoBorrowerParties(
  transaction: Transaction,
  {
    portfolioId,
    loanId,
    borrowerIds,
    by,
    at,
  }: PartiesOfLoan & { readonly borrowerIds: readonly string[] },
): Promise<void> {
  const parties = borrowerIds.map((borrower) => ({ id: uuidv7(), borrower }));
  if (parties.length === 0) return;
  await transaction`
      insert into loan_parties
        (portfolio_id, id, loan_id, borrower_id, role, note, added_by, added_at)
      select ${portfolioId}, id, ${loanId}, borrower, 'co-borrower', '', ${by}, ${at}
      from jsonb_to_recordset(${transaction.json(parties)}) as party(id uuid, borrower uuid)`;
}

/** Ends all parties of the loan, because a loan whose disbursement was undone has no debtors. */
export async function leaveLoan(
  transaction: Transaction,
  { portfolioId, loanId, by, at, reason }: PartiesOfLoan & { readonly reason: string },
): Promise<void> {
  await transaction`
    update loan_parties set ended_by = ${by}, ended_at = ${at}, ended_reason = ${reason}
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and ended_at is null`;
}
