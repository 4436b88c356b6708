import type { Queryable } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';

type LoanInScope = { readonly scope: Scope; readonly loanId: string };

/** Finds the portfolio and currency of a loan; null outside the scope of the caller. */
export async function findLoanInScope(sql: Queryable, { scope, loanId }: LoanInScope) {
  const [loan] = await sql<{ portfolioId: string; currency: string }[]>`
    select state.portfolio_id, loan.currency
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where ${inScope(sql, scope, 'state')} and state.loan_id = ${loanId}`;
  return loan ?? null;
}
