import type { Queryable } from '../../../platform/database.ts';
import type { LedgerEvent } from '../../servicing/ledger/ledger-entry.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** The amounts that a ledger entry moves between borrower and lender, in minor units. */
export type StatementLine = {
  readonly valueDate: string;
  readonly event: LedgerEvent;
  /** Money paid out, or the opening balance of an imported loan; negative if undone. */
  readonly lentMinor: number;
  /** Interest, fees and penalties; negative for waivers, losses and reversed payments. */
  readonly addedMinor: number;
  /** Negative for a reversed payment or a refund. */
  readonly paidMinor: number;
};

export type LoanStatement = {
  /** The amount owed before the period, less the borrower's credit. */
  readonly openingMinor: number;
  readonly lines: readonly StatementLine[];
};

/**
 * Reads the entries of a loan by value date, from the first to the last day of a period, both
 * included, and the amount owed before the period.
 */
export async function readStatementLines(
  sql: Queryable,
  { portfolioId, loanId, from, to }: LoanKey & { readonly from: string; readonly to: string },
): Promise<LoanStatement> {
  const rows = await sql<
    { valueDate: string; event: LedgerEvent; kind: string; owed: number; cash: number }[]
  >`
    select entry.value_date, entry.event, event.kind,
      coalesce(sum(line.debit_minor - line.credit_minor) filter (where line.account in (
        'loans-receivable', 'fee-receivable', 'penalty-receivable', 'borrower-credit')), 0)::bigint
        as owed,
      coalesce(sum(line.debit_minor - line.credit_minor) filter (where line.account = 'cash'), 0)
        ::bigint as cash
    from ledger_transactions entry
    join ledger_events event on event.name = entry.event
    join ledger_lines line
      on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
    where entry.portfolio_id = ${portfolioId} and entry.loan_id = ${loanId}
      and entry.value_date <= ${to}
    group by entry.id, entry.portfolio_id, entry.value_date, entry.event, event.kind, entry.number,
      entry.posted_at
    order by entry.value_date, entry.number, entry.posted_at, entry.id`;
  const before = rows.filter(({ valueDate }) => valueDate < from);
  return {
    openingMinor: before.reduce((sum, { owed }) => sum + owed, 0),
    lines: rows
      .filter(({ valueDate }) => valueDate >= from)
      .map(({ valueDate, event, kind, owed, cash }) => {
        if (kind === 'opening') {
          return { valueDate, event, lentMinor: owed, addedMinor: 0, paidMinor: 0 };
        }
        const addedMinor = owed + cash;
        return kind === 'disbursement'
          ? { valueDate, event, lentMinor: -cash, addedMinor, paidMinor: 0 }
          : { valueDate, event, lentMinor: 0, addedMinor, paidMinor: cash };
      })
      // Leave out entries that move nothing between borrower and lender, such as a payment that was
      // reallocated within the receivables.
      .filter((line) => line.lentMinor !== 0 || line.addedMinor !== 0 || line.paidMinor !== 0),
  };
}

export async function readOutstanding(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<number> {
  const [row] = await sql<{ outstanding: number }[]>`
    select outstanding_principal_minor as outstanding from loan_state
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} has no state`);
  return row.outstanding;
}

/** Returns the portfolio's time zone, which a statement uses whichever user reads it. */
export async function readTimeZone(sql: Queryable, portfolioId: string): Promise<string> {
  const [row] = await sql<{ timeZone: string }[]>`
    select time_zone from portfolios where id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return row.timeZone;
}
