import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { quoteLoanPayoff } from '@bursar/contracts/servicing/loan-to-replay';
import type { QuotePayoff } from '@bursar/contracts/servicing/payments';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import { listInstalments, remainingOf } from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { readLoanToPay } from '../loan-account/loan-state.store.ts';

type Look = { readonly scope: Scope; readonly loanId: string; readonly on: string };

/** Quotes the payoff of a loan on a day, as a payment of that day would settle it. */
export async function quotePayoff(
  database: Database,
  { scope, loanId, on }: Look,
): Promise<Outcome<AnswerOf<QuotePayoff>, FailureOf<QuotePayoff>>> {
  const loan = await readLoanToPay(database, { scope, loanId });
  if (!loan) return refuse('not_found');
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
