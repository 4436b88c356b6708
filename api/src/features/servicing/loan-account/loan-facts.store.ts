import type { Transaction } from '../../../platform/database.ts';
import { updateManyFacts, type FactUpdate } from '../../../platform/update-many-facts.ts';

export function updateLoansFacts(
  transaction: Transaction,
  portfolioId: string,
  updates: readonly FactUpdate[],
): Promise<void> {
  const versioned = transaction``;
  return updateManyFacts(transaction, { table: 'loans', portfolioId, versioned }, updates);
}

/** Gives the loans of a merged borrower to the remaining one; returns the ids of the loans. */
export async function moveLoansToBorrower(
  transaction: Transaction,
  {
    portfolioId,
    survivorId,
    mergedId,
  }: { portfolioId: string; survivorId: string; mergedId: string },
): Promise<readonly string[]> {
  const loans = await transaction<{ id: string }[]>`
    update loans set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId} returning id`;
  return loans.map(({ id }) => id);
}

type Charge = {
  readonly number: number;
  readonly interestMinor: number;
  readonly penaltyMinor: number;
};

/**
 * Sets the interest and penalties of instalments to the figures of a newer tape, or back to the
 * former ones when the tape is undone.
 */
export async function rechargeInstalments(
  transaction: Transaction,
  portfolioId: string,
  loans: readonly { readonly loanId: string; readonly charges: readonly Charge[] }[],
): Promise<void> {
  const rows = loans.flatMap(({ loanId, charges }) =>
    charges.map(({ number, interestMinor, penaltyMinor }) => {
      return { loanId, number, interestMinor, penaltyMinor };
    }),
  );
  if (rows.length === 0) return;
  await transaction`
    update instalments instalment set interest_minor = charged."interestMinor",
      penalties_minor = charged."penaltyMinor"
    from jsonb_to_recordset(${transaction.json(rows)}) as charged(
      "loanId" uuid, number smallint, "interestMinor" bigint, "penaltyMinor" bigint)
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = charged."loanId"
      and instalment.number = charged.number`;
}
