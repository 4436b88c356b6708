import type { Transaction } from '../../../platform/database.ts';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { factColumns, factUpdate } from '../../../platform/facts.ts';
import type { Recharged } from '../check/plan-tape-payment.ts';
import type { ImportKey } from '../imports.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };
type Values = Readonly<Record<string, string | number | null>>;

/** Holds all loans of the tape that are in the books: what follows is reckoned from what stands then. */
export async function lockKnownLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from loan_state state
    where state.portfolio_id = ${portfolioId} and state.loan_id in (
      select loan_id from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null)
    order by state.loan_id
    for update of state`;
}

export async function updateBorrowerFacts(
  transaction: Transaction,
  { portfolioId, borrowerId }: { portfolioId: string; borrowerId: string },
  values: Values,
): Promise<void> {
  await transaction`
    update borrowers set ${transaction(factUpdate(given(values)))}, version = version + 1
    where portfolio_id = ${portfolioId} and id = ${borrowerId}`;
}

export async function updateLoanFacts(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
  values: Values,
): Promise<void> {
  await transaction`
    update loans set ${transaction(factUpdate(given(values)))}
    where portfolio_id = ${portfolioId} and id = ${loanId}`;
}

function given(values: Values): Record<string, string | number | null> {
  return { ...values };
}

type Charge = Pick<Recharged, 'number' | 'interestMinor' | 'penaltyMinor'>;

/** Says anew what instalments charge, as a newer tape has it, or as it was before that. */
export async function rechargeInstalments(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
  charges: readonly Charge[],
): Promise<void> {
  if (charges.length === 0) return;
  await transaction`
    update instalments instalment set interest_minor = charged."interestMinor",
      penalties_minor = charged."penaltyMinor"
    from jsonb_to_recordset(${transaction.json([...charges])}) as charged(
      number smallint, "interestMinor" bigint, "penaltyMinor" bigint)
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
      and instalment.number = charged.number`;
}

type Subject = LoanKey & { readonly borrowerId: string };
type FactsNow = Readonly<Record<'borrower' | 'loan', Readonly<Record<string, unknown>>>>;

/** The facts of a loan and its borrower as they stand, by key. */
export async function listFactsNow(
  transaction: Transaction,
  { portfolioId, loanId, borrowerId }: Subject,
): Promise<FactsNow> {
  const [borrower] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, borrowerFacts, { alias: 'borrower', reader: 'books' })}
    from borrowers borrower
    where borrower.portfolio_id = ${portfolioId} and borrower.id = ${borrowerId}`;
  const [loan] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, loanFacts, { alias: 'loan', reader: 'books' })}
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  return { borrower: borrower ?? {}, loan: loan ?? {} };
}
