import type { Language } from '@bursar/contracts/languages';
import {
  readLoanStatementPdf,
  readPayoffPdf,
  readReceiptPdf,
} from '@bursar/contracts/records/statements';
import { addMonths, calendarDate } from '@bursar/loan-maths';
import type { FastifyReply } from 'fastify';
import { findLogo } from '../../../platform/company-logo.store.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { answerPdf } from '../../../platform/pdf/answer-pdf.ts';
import { refuse } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import { readCharged } from '../../servicing/charges/read-charged.ts';
import { readIssuer } from '../invoices/invoice-issuers.store.ts';
import { readDebtor } from '../invoices/issued-invoices.store.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { findPayment, toPayment } from '../../servicing/payments/payments.store.ts';
import { quotePayoff } from '../../servicing/payments/quote-payoff.ts';
import { readOutstanding, readStatementLines, readTimeZone } from './statements.store.ts';
import { writePayoff, writeReceipt, writeStatement, type Letterhead } from './write-statements.ts';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';

/** Serves a loan's documents for the borrower as PDF, in the requested language. */
export function bindStatementRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readReceiptPdf, async ({ params, query, session, reply }) => {
    const letter = await findLetterhead(platform, { ...params, ...query, session });
    if (!letter) return refuse('not_found');
    const { head, ...loan } = letter;
    const { portfolioId, loanId } = loan;
    const found = await findPayment(database, { portfolioId, id: params.paymentId });
    if (found?.loanId !== loanId) return refuse('not_found');
    const payment = toPayment(found);
    const outstandingMinor = await readOutstanding(database, loan);
    attach(reply, `receipt-${head.loan}-${payment.valueDate}`);
    return answerPdf(reply, await writeReceipt(head, { payment, outstandingMinor }));
  });

  bindEndpoint(platform, readPayoffPdf, async ({ params, query, session, context, reply }) => {
    const found = await findLetterhead(platform, { ...params, ...query, session });
    if (!found) return refuse('not_found');
    const on = query.on ?? session.businessDate;
    const { loanId } = params;
    const quote = await quotePayoff(database, { session, now: context.now, loanId, on });
    if (!quote.ok) return quote;
    attach(reply, `payoff-${found.head.loan}-${on}`);
    return answerPdf(reply, await writePayoff(found.head, quote.value));
  });

  bindEndpoint(
    platform,
    readLoanStatementPdf,
    async ({ params, query, session, context, reply }) => {
      const to = query.to ?? session.businessDate;
      const from = query.from ?? addMonths(calendarDate(to), -3);
      if (from > to) return refuse('range_upside_down', { field: 'to' });
      const found = await findLetterhead(platform, { ...params, ...query, session });
      if (!found) return refuse('not_found');
      const { head, ...loan } = found;
      const reading = { loanId: loan.loanId, session, now: context.now };
      const statement = await readCharged(database, reading, (sql) =>
        readStatementLines(sql, { ...loan, from, to }),
      );
      attach(reply, `statement-${head.loan}-${from}-${to}`);
      return answerPdf(reply, await writeStatement(head, { ...statement, from, to }));
    },
  );
}

type Asked = {
  readonly loanId: string;
  readonly language?: Language | undefined;
  readonly session: Actor;
};

/**
 * Returns the sender and recipient of a letter about a loan; null if it is outside the caller's
 * scope.
 */
async function findLetterhead(
  { database, clock }: Platform,
  { loanId, language, session: { scope, businessDate } }: Asked,
) {
  const loan = await findLoanInScope(database, { scope, loanId });
  if (!loan) return null;
  const { portfolioId, currency } = loan;
  const [issuer, logo, timeZone, printFormat, debtor] = await Promise.all([
    readIssuer(database, portfolioId),
    findLogo(database),
    readTimeZone(database, portfolioId),
    readPrintFormat(database, portfolioId),
    readDebtor(database, { portfolioId, loanId, today: businessDate }),
  ]);
  const head: Letterhead = {
    language: language ?? debtor.borrowerLanguage ?? 'en',
    issuer,
    logo,
    borrower: { name: debtor.borrowerName, address: debtor.borrowerAddress },
    loan: loanReference(debtor.referenceNumber),
    currency,
    madeAt: clock.now(),
    timeZone,
    printFormat,
  };
  return { head, portfolioId, loanId };
}

function attach(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}.pdf"`);
}
