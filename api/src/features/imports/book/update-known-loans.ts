import { isDeepStrictEqual } from 'node:util';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { addWaysToReach, type WayToReach } from '../../loans/board-loans.ts';
import { lockLoan } from '../../payments/payments.store.ts';
import { planPosting, writePayment } from '../../payments/post-payment.ts';
import type { FactChange } from '../check/compare-loan.ts';
import { columnsOf, compareRows, ROWS_COMPARED_AT_ONCE } from '../check/compare-tape.ts';
import { listComparisonsOfRows, type Comparison } from '../check/comparisons.store.ts';
import { readKnownRows, type KnownRow } from '../check/loans-in-books.store.ts';
import { errorFinding, type NewFinding } from '../findings.ts';
import type { ImportActor } from '../import-desk.ts';
import { ImportStopped } from '../import-failures.ts';
import type { ImportKey, ImportRow } from '../imports.store.ts';
import {
  lockKnownLoans,
  rechargeInstalments,
  updateBorrowerFacts,
  updateLoanFacts,
} from './update-known-loans.store.ts';

export type Updating = {
  readonly key: ImportKey;
  readonly tape: Pick<ImportRow, 'cutOffOn' | 'reading' | 'fileName'>;
  readonly actor: ImportActor;
  readonly now: Date;
  /** After each batch of rows. */
  readonly onRows: (count: number) => Promise<void>;
};

/**
 * Brings the loans of a newer tape that are in the books up to date, just as the check has shown: the
 * rows are compared once more under the loans' locks, and where one differs now, nothing is booked.
 */
export async function updateKnownLoans(
  transaction: Transaction,
  updating: Updating,
): Promise<void> {
  const { key, tape, actor, onRows } = updating;
  await lockKnownLoans(transaction, key);
  const cutOffOn = calendarDate(tape.cutOffOn ?? actor.businessDate);
  const columns = columnsOf(tape.reading ?? { columns: [] });
  const compare = compareRows({ currency: actor.currency, cutOffOn, columns });
  const differing: NewFinding[] = [];
  const reading = { cutOffOn, batchSize: ROWS_COMPARED_AT_ONCE };
  for await (const known of readKnownRows(transaction, key, reading)) {
    const shown = await listComparisonsOfRows(
      transaction,
      key,
      known.map(({ row }) => row),
    );
    for (const one of known) {
      const then = shown.get(one.row);
      if (!then || !isAsShown(compare(one).comparison, then)) differing.push(changedSince(one));
      else if (differing.length === 0) await updateLoan(transaction, { ...then, one }, updating);
    }
    await onRows(known.length);
  }
  if (differing.length > 0) throw new ImportStopped('loans_changed_meanwhile', differing);
}

/** The payment's id alone is made anew by each comparison. */
function isAsShown(now: Comparison | null, then: Pick<Comparison, 'facts' | 'payment'>): boolean {
  const payment = now?.payment && { ...now.payment, id: then.payment?.id };
  return now !== null && isDeepStrictEqual([now.facts, payment], [then.facts, then.payment]);
}

function changedSince({ row, tape, books }: KnownRow): NewFinding {
  const details = { reference: books.reference };
  return errorFinding('loan_changed_since_check', { row, value: tape.externalId, details });
}

type Shown = Pick<Comparison, 'facts' | 'payment'> & { readonly one: KnownRow };

async function updateLoan(transaction: Transaction, shown: Shown, updating: Updating) {
  if (shown.payment) await bookPayment(transaction, { ...shown, payment: shown.payment }, updating);
  await updateFacts(transaction, shown, updating);
}

async function updateFacts(
  transaction: Transaction,
  { facts, one: { books } }: Shown,
  { key: { portfolioId, importId }, actor, now }: Updating,
): Promise<void> {
  const { loanId, borrowerId } = books;
  const audited = {
    portfolioId,
    actorId: actor.accountId,
    event: 'update-from-tape' as const,
    requestId: actor.requestId,
    at: now,
  };
  if (Object.keys(facts.borrower).length > 0) {
    await updateBorrowerFacts(transaction, { portfolioId, borrowerId }, newValues(facts.borrower));
  }
  if (Object.keys(facts.loan).length > 0) {
    await updateLoanFacts(transaction, { portfolioId, loanId }, newValues(facts.loan));
    await recordAudit(transaction, {
      ...audited,
      subject: 'loan',
      subjectId: loanId,
      before: formerValues(facts.loan),
      after: { ...newValues(facts.loan), importId },
    });
  }
  const ways: WayToReach[] = Object.entries(facts.reach).map(([kind, value]) => ({
    borrowerId,
    kind: kind === 'phone' ? 'phone' : 'email',
    value,
  }));
  const postedAt = now.toISOString();
  await addWaysToReach(transaction, ways, { portfolioId, postedAt });
  if (ways.length + Object.keys(facts.borrower).length === 0) return;
  await recordAudit(transaction, {
    ...audited,
    subject: 'borrower',
    subjectId: borrowerId,
    before: formerValues(facts.borrower),
    after: { ...newValues(facts.borrower), ...facts.reach, importId },
  });
}

export function newValues(changes: Readonly<Record<string, FactChange>>) {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}

export function formerValues(changes: Readonly<Record<string, FactChange>>) {
  return Object.fromEntries(Object.entries(changes).map(([key, { from }]) => [key, from]));
}

type Paying = Shown & { readonly payment: NonNullable<Comparison['payment']> };

/** An ordinary payment, dated by the tape; the instalments charge what it settles before it comes. */
async function bookPayment(
  transaction: Transaction,
  { payment, one: { books } }: Paying,
  { key: { portfolioId, importId }, tape, actor, now }: Updating,
): Promise<void> {
  const { loanId } = books;
  const { accountId, businessDate, requestId, currency } = actor;
  await rechargeInstalments(transaction, { portfolioId, loanId }, payment.recharged);
  const scope = { role: 'user', accountId, portfolioId } as const;
  const loan = await lockLoan(transaction, { scope, loanId });
  if (!loan) throw new Error(`loan ${loanId} was compared but is not there`);
  const { id, amountMinor, valueDate } = payment;
  const note = tape.fileName;
  const command = { loanId, id, amountMinor, currency, valueDate, method: 'other', note } as const;
  const replay = payment.portions
    ? { portions: payment.portions, reallocated: [], restMinor: 0 }
    : await planPosting(transaction, loan, command);
  if (replay.restMinor > 0) throw new Error(`loan ${loanId} was compared but takes less`);
  const maker = { accountId, businessDate, requestId, now };
  const written = { loan, command, replay: { ...replay, recoveredMinor: 0 } };
  const after = await writePayment(transaction, written, maker);
  await recordAudit(transaction, {
    portfolioId,
    actorId: accountId,
    event: 'post-payment',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      paymentId: id,
      amountMinor,
      currency,
      valueDate,
      reallocated: replay.reallocated.length,
      importId,
      recharged: payment.recharged.length,
    },
    requestId,
    at: now,
  });
}
