import type { LoanStatus } from '@bursar/contracts/choices';
import type { Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

/** A loan that a user works on. */
export type WorkedLoan = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly status: LoanStatus;
  readonly currency: string;
  readonly referenceNumber: number;
  readonly promiseGraceDays: number;
};

/**
 * Locks several loans in the caller's scope until the transaction ends, in the order of their ids,
 * so that two commands on the same loans cannot deadlock.
 */
export async function lockLoansTogether(
  transaction: Transaction,
  { scope, loanIds }: { scope: Scope; loanIds: readonly string[] },
) {
  const locked = await transaction<{ loanId: string; portfolioId: string; borrowerId: string }[]>`
    select state.loan_id, state.portfolio_id, loan.borrower_id
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where ${inScope(transaction, scope, 'state')}
      and state.loan_id = any(${[...loanIds]}::uuid[])
    order by state.loan_id
    for update of state`;
  return locked;
}

/**
 * Locks a loan in the caller's scope until the transaction ends, so that commands on it run one
 * after the other. Returns null outside the scope.
 */
export async function lockWorkedLoan(
  transaction: Transaction,
  { scope, loanId }: { scope: Scope; loanId: string },
): Promise<WorkedLoan | null> {
  const [loan] = await transaction<WorkedLoan[]>`
    select state.portfolio_id, state.loan_id, state.status, loan.currency,
      loan.reference_number,
      portfolio.promise_grace_days
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join portfolios portfolio on portfolio.id = state.portfolio_id
    where ${inScope(transaction, scope, 'state')} and state.loan_id = ${loanId}
    for update of state`;
  return loan ?? null;
}
