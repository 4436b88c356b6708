import { templateLayout } from '../../intake/imports/read/tape-layouts.ts';
import { referenceOf, type ReconciliationCheck } from './reconciliation-check.store.ts';

/**
 * Finds amounts in a currency other than the portfolio's. Sums would add them as if they were in
 * the portfolio's currency.
 */
export const currencyChecks: readonly ReconciliationCheck[] = [
  {
    id: 'currencies',
    holds: 'a loan, its payments and its ledger entries are in the currency of its portfolio',
    differences: (sql) => sql`
      select ${referenceOf(sql)} as subject, portfolio.currency as expected,
        booked.currency as found
      from (
        select portfolio_id, id as loan_id, currency from loans
        union
        select portfolio_id, loan_id, currency from payments
        union
        select entry.portfolio_id, entry.loan_id, line.currency
        from ledger_transactions entry
        join ledger_lines line
          on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      ) booked
      join portfolios portfolio on portfolio.id = booked.portfolio_id
      join loans loan on loan.portfolio_id = booked.portfolio_id and loan.id = booked.loan_id
      where booked.currency <> portfolio.currency`,
  },
  {
    id: 'tape-currencies',
    holds: 'no booked tape states another currency in a column that was not read',
    // Releases that did not read the currency column booked all loans in the portfolio's currency.
    differences: (sql) => sql`
      select 'import ' || tape.file_name || ', column ' || (described.info ->> 'name') as subject,
        portfolio.currency as expected, stated.code as found
      from imports tape
      join portfolios portfolio on portfolio.id = tape.portfolio_id
      cross join lateral jsonb_array_elements(tape.reading -> 'columns') described (info)
      cross join lateral jsonb_array_elements_text(described.info -> 'values') stated (code)
      where tape.state = 'booked'
        -- A recognised column was checked row by row, or a user chose not to use it.
        and described.info ->> 'field' is null and described.info ->> 'recognisedAs' is null
        and regexp_replace(lower(described.info ->> 'name'), '[ .-]+', '_', 'g')
          = any(${currencyHeadings})
        and stated.code ~ '^[A-Za-z]{3}$' and upper(stated.code) <> portfolio.currency`,
  },
];

const currencyHeadings = templateLayout.columns
  .filter(({ field }) => field === 'currency')
  .flatMap(({ name, also }) => [name, ...also]);
