import type { Database } from '../platform/database.ts';

/** Reads the status, balances, instalments and effective payments of a loan. */
export async function stateOf(owner: Database, loanId: string) {
  const state = await owner`
    select status, outstanding_principal_minor, principal_paid_minor, interest_paid_minor,
      fees_paid_minor, penalties_paid_minor, credit_minor
    from loan_state where loan_id = ${loanId}`;
  const instalments = await owner`
    select number, principal_minor, interest_minor, fees_minor, penalties_minor,
      principal_paid_minor, interest_paid_minor, fees_paid_minor, penalties_paid_minor
    from instalments where loan_id = ${loanId} order by number`;
  const payments = await owner`
    select amount_minor, value_date, principal_minor, interest_minor, fees_minor,
      penalties_minor, credit_minor
    from effective_payments where loan_id = ${loanId} and reversal_id is null order by number`;
  return [[...state], [...instalments], [...payments]];
}
