import type { Database } from '../platform/database.ts';
import { arrangeLoan, type TestPortfolio } from './arrange.ts';

/**
 * Arranges one loan with its schedule and copies it for other borrowers, which is enough for tests
 * of lists and moves.
 */
export async function arrangeManyLoans(
  owner: Database,
  portfolio: TestPortfolio,
  count: number,
): Promise<void> {
  const first = await arrangeLoan(owner, portfolio);
  await owner`
    with borrower as (
      insert into borrowers (portfolio_id, id, external_id, name)
      select ${portfolio.id}, gen_random_uuid(), 'B' || number, 'Borrower ' || number
      from generate_series(2, ${count}::int) number
      returning id, substr(external_id, 2)::int as number
    )
    insert into loans
    select (jsonb_populate_record(loan, jsonb_build_object('id', gen_random_uuid(),
      'reference_number', borrower.number, 'external_id', 'X' || borrower.number,
      'borrower_id', borrower.id))).*
    from loans loan, borrower
    where loan.portfolio_id = ${portfolio.id} and loan.id = ${first.id}`;
  await owner`
    insert into loan_state
    select (jsonb_populate_record(state, jsonb_build_object('loan_id', loan.id))).*
    from loan_state state join loans loan on loan.portfolio_id = state.portfolio_id
    where state.portfolio_id = ${portfolio.id} and state.loan_id = ${first.id}
      and loan.id <> ${first.id}`;
}
