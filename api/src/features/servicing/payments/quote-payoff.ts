import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { quoteLoanPayoff } from '@bursar/contracts/servicing/loan-to-replay';
import type { QuotePayoff } from '@bursar/contracts/servicing/payments';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { readCharged } from '../charges/read-charged.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import { listInstalments, remainingOf } from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { readLoanToPay, type LockedLoan } from '../loan-account/loan-state.store.ts';

type QuoteRequest = Parameters<typeof readCharged>[1] & {
  readonly on: string;
};

type Quoted = Outcome<AnswerOf<QuotePayoff>, FailureOf<QuotePayoff>>;

/** Quotes the payoff of a loan on a day, as a payment of that day would settle it. */
export function quotePayoff(
  database: Database,
  { session, now, loanId, on }: QuoteRequest,
): Promise<Quoted> {
  return readCharged(database, { session, now, loanId }, async (sql) => {
    const loan = await readLoanToPay(sql, { scope: session.scope, loanId });
    return loan ? quoteOn(sql, loan, { loanId, on }) : refuse('not_found');
  });
}

/** Quotes the payoff of a loan whose missing penalties the caller's transaction has charged. */
export async function quoteOn(
  database: Queryable,
  loan: LockedLoan,
  { loanId, on }: Pick<QuoteRequest, 'loanId' | 'on'>,
): Promise<Quoted> {
  const { portfolioId, status, currency, disbursedOn, lastPaymentOn, rescheduledOn } = loan;
  const settled = moveAlong(status, 'settle');
  if (!settled.ok) return settled;
  if (on < disbursedOn) {
    return refuse('value_date_before_disbursement', { field: 'on', details: { disbursedOn } });
  }
  const instalments = await listInstalments(database, { portfolioId, loanId });
  const { charges } = await readCharges(database, { portfolioId, loanId }, instalments);
  // Instalments already include later payments, charges and reschedules, so no earlier day can be
  // quoted.
  const earliestOn = [...charges.map(({ countsOn }) => countsOn), rescheduledOn ?? ''].reduce(
    (latest, day) => (day > latest ? day : latest),
    lastPaymentOn ?? disbursedOn,
  );
  if (on < earliestOn) {
    return refuse('payoff_day_passed', { field: 'on', details: { earliestOn } });
  }
  const quote = quoteLoanPayoff({ ...loan, charges, instalments }, on);
  // The day was checked above, and the table constrains the amounts.
  if (!quote.ok) throw new Error(quote.failure.message);
  const { date: _date, ...items } = quote.value;
  const scheduledMinor = instalments.reduce((sum, row) => sum + remainingOf(row), 0);
  return succeed({ currency, on, ...items, scheduledMinor });
}
