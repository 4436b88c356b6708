import { isDeepStrictEqual } from 'node:util';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { factsOfCall, recordAudits } from '../../../../platform/audit.ts';
import { forgetPlans, type Transaction } from '../../../../platform/database.ts';
import { addWaysToReach, type WayToReach } from '../../../servicing/loan-account/board-loans.ts';
import {
  lockLoans,
  balancesIn,
  type LockedLoan,
} from '../../../servicing/loan-account/loan-state.store.ts';
import { placeChosenSplit, planPosting } from '../../../servicing/payments/plan-posting.ts';
import { writePayments, type PaymentToWrite } from '../../../servicing/payments/post-payment.ts';
import type { FactChange } from '../check/compare-loan.ts';
import { columnsOf, compareRows, ROWS_COMPARED_AT_ONCE } from '../check/compare-tape.ts';
import { listComparisonsOfRows, type Comparison } from '../check/comparisons.store.ts';
import { readKnownRows, type KnownRow } from '../check/loans-in-books.store.ts';
import { errorFinding, type NewFinding } from '../../../../platform/table-files/findings.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import type { ImportActor } from '../import-desk.ts';
import { ImportStopped } from '../import-failures.ts';
import type { ImportKey, ImportRow } from '../imports.store.ts';
import { agreeOnSchedulesInForce } from '../../../servicing/loan-account/schedule-versions.store.ts';
import {
  rechargeInstalments,
  updateLoansFacts,
} from '../../../servicing/loan-account/loan-facts.store.ts';
import { updateBorrowersFacts } from '../../../records/borrowers/many-borrowers.store.ts';
import { listRowsOfGoneLoans } from './update-known-loans.store.ts';

export type Updating = {
  readonly key: ImportKey;
  readonly tape: Pick<ImportRow, 'cutOffOn' | 'reading' | 'fileName'>;
  readonly actor: ImportActor;
  readonly now: Date;
  /** Called after each batch with the number of its rows. */
  readonly onRows: (count: number) => Promise<void>;
};

/**
 * Updates the booked loans of a newer tape exactly as the dry run showed. Rows are compared again
 * under locks, and if one differs now, nothing is booked.
 */
export async function updateKnownLoans(
  transaction: Transaction,
  updating: Updating,
): Promise<void> {
  const { key, tape, actor, onRows } = updating;
  const cutOffOn = calendarDate(tape.cutOffOn ?? actor.businessDate);
  const columns = columnsOf(tape.reading ?? { columns: [] });
  const compare = compareRows({ currency: actor.currency, cutOffOn, columns });
  const gone = await listRowsOfGoneLoans(transaction, key);
  const differing: NewFinding[] = gone.map(changedSince);
  const reading = { cutOffOn, batchSize: ROWS_COMPARED_AT_ONCE };
  for await (const known of readKnownRows(transaction, key, reading)) {
    const shown = await listComparisonsOfRows(
      transaction,
      key,
      known.map(({ row }) => row),
    );
    const asShown: Shown[] = [];
    for await (const one of yieldingToEventLoop(known)) {
      const then = shown.get(one.row);
      if (!then || !isAsShown(compare(one).comparison, then))
        differing.push(changedSince(goneLoanRowOf(one)));
      else asShown.push({ ...then, one });
    }
    if (differing.length === 0) await updateLoans(transaction, asShown, updating);
    await onRows(known.length);
  }
  if (differing.length > 0) throw new ImportStopped('loans_changed_meanwhile', differing);
}

/**
 * Returns whether a row compares now as the dry run showed. Each comparison generates a new payment
 * id, so the id is ignored.
 */
function isAsShown(now: Comparison | null, then: Pick<Comparison, 'facts' | 'payment'>): boolean {
  const payment = now?.payment && { ...now.payment, id: then.payment?.id };
  return now !== null && isDeepStrictEqual([now.facts, payment], [then.facts, then.payment]);
}

type GoneLoanRow = Awaited<ReturnType<typeof listRowsOfGoneLoans>>[number];

const goneLoanRowOf = ({
  row,
  tape: { externalId },
  books: { reference },
}: KnownRow): GoneLoanRow => ({
  row,
  externalId,
  reference,
});

function changedSince({ row, externalId: value, reference }: GoneLoanRow): NewFinding {
  return errorFinding('loan_changed_since_check', { row, value, details: { reference } });
}

type Shown = Pick<Comparison, 'facts' | 'payment'> & { readonly one: KnownRow };

async function updateLoans(
  transaction: Transaction,
  shown: readonly Shown[],
  updating: Updating,
): Promise<void> {
  // A cached query plan from the tape's first rows would read all rows again for each later row.
  await forgetPlans(transaction);
  const paying = shown.flatMap((one) => (one.payment ? [{ ...one, payment: one.payment }] : []));
  if (paying.length > 0) await bookPayments(transaction, paying, updating);
  await updateFacts(transaction, shown, updating);
}

async function updateFacts(
  transaction: Transaction,
  shown: readonly Shown[],
  { key: { portfolioId, importId }, actor, now }: Updating,
): Promise<void> {
  const updatesOf = (table: 'borrower' | 'loan') =>
    shown.map(({ facts, one: { books } }) => {
      const id = table === 'borrower' ? books.borrowerId : books.loanId;
      return { id, values: newValues(facts[table]) };
    });
  await updateBorrowersFacts(transaction, portfolioId, updatesOf('borrower'));
  await updateLoansFacts(transaction, portfolioId, updatesOf('loan'));
  const ways = shown.flatMap(({ facts, one }): WayToReach[] =>
    Object.entries(facts.reach).map(([kind, value]) => {
      const { borrowerId } = one.books;
      return { borrowerId, kind: kind === 'phone' ? 'phone' : 'email', value };
    }),
  );
  const postedAt = now.toISOString();
  await addWaysToReach(transaction, ways, { portfolioId, postedAt });
  const audited = {
    portfolioId,
    actorId: actor.accountId,
    event: 'update-from-tape' as const,
    requestId: actor.requestId,
    at: now,
  };
  const cause = { importId, ...factsOfCall(actor) };
  const events = shown.flatMap(({ facts, one: { books } }) => {
    const ofLoan = {
      ...audited,
      subject: 'loan' as const,
      subjectId: books.loanId,
      before: formerValues(facts.loan),
      after: { ...newValues(facts.loan), ...cause },
    };
    const ofBorrower = {
      ...audited,
      subject: 'borrower' as const,
      subjectId: books.borrowerId,
      before: formerValues(facts.borrower),
      after: { ...newValues(facts.borrower), ...facts.reach, ...cause },
    };
    const isAny = (...changes: readonly object[]) =>
      changes.some((change) => Object.keys(change).length > 0);
    return [
      ...(isAny(facts.loan) ? [ofLoan] : []),
      ...(isAny(facts.borrower, facts.reach) ? [ofBorrower] : []),
    ];
  });
  await recordAudits(transaction, events);
}

export function newValues(changes: Readonly<Record<string, FactChange>>) {
  return Object.fromEntries(Object.entries(changes).map(([key, { to }]) => [key, to]));
}

export function formerValues(changes: Readonly<Record<string, FactChange>>) {
  return Object.fromEntries(Object.entries(changes).map(([key, { from }]) => [key, from]));
}

type Paying = Shown & { readonly payment: NonNullable<Comparison['payment']> };

/** Posts ordinary payments dated by the tape, after restating the charges that they settle. */
async function bookPayments(
  transaction: Transaction,
  paying: readonly Paying[],
  updating: Updating,
): Promise<void> {
  const { key, actor, now } = updating;
  const { portfolioId, importId } = key;
  const { accountId, businessDate, requestId } = actor;
  const charged = paying.map(({ payment, one }) => {
    return { loanId: one.books.loanId, charges: payment.recharged };
  });
  const restated = charged.filter(({ charges }) => charges.length > 0);
  const restating = { madeBy: accountId, madeAt: now.toISOString(), importId };
  await agreeOnSchedulesInForce(
    transaction,
    { portfolioId, loanIds: restated.map(({ loanId }) => loanId) },
    { ...restating, event: 'update-from-tape' },
  );
  await rechargeInstalments(transaction, portfolioId, charged);
  const scope = { role: 'user', accountId, portfolioId } as const;
  const loanIds = charged.map(({ loanId }) => loanId);
  const loans = await lockLoans(transaction, { scope, loanIds });
  const written: PaymentToWrite[] = [];
  for (const one of paying)
    written.push(await planPayment(transaction, { ...one, loans }, updating));
  const maker = { portfolioId, accountId, businessDate, requestId, now };
  const after = await writePayments(transaction, written, maker);
  const rechargedOf = new Map(charged.map(({ loanId, charges }) => [loanId, charges.length]));
  const events = written.map(({ loan, command, replay }) => ({
    portfolioId,
    actorId: accountId,
    event: 'post-payment' as const,
    subject: 'loan' as const,
    subjectId: command.loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: balancesIn(after, command.loanId).status,
      paymentId: command.id,
      amountMinor: command.amountMinor,
      currency: command.currency,
      valueDate: command.valueDate,
      reallocated: replay.reallocated.length,
      importId,
      recharged: rechargedOf.get(command.loanId) ?? 0,
      ...factsOfCall(actor),
    },
    requestId,
    at: now,
  }));
  await recordAudits(transaction, events);
}

type Planning = Paying & { readonly loans: ReadonlyMap<string, LockedLoan> };

async function planPayment(
  transaction: Transaction,
  { payment, one: { books }, loans }: Planning,
  { tape, actor: { currency } }: Updating,
): Promise<PaymentToWrite> {
  const { loanId } = books;
  const loan = loans.get(loanId);
  if (!loan) throw new Error(`loan ${loanId} was compared but is missing`);
  const { id, amountMinor, valueDate } = payment;
  const note = tape.fileName;
  const interestUntil = 'maturity';
  const paid = { loanId, id, amountMinor, currency, valueDate, note } as const;
  const command = { ...paid, method: 'other', interestUntil } as const;
  const { allocations } = payment;
  if (allocations) {
    const charges = await placeChosenSplit(transaction, loan, { loanId, id, allocations });
    const unmoved = { creditMinor: 0, reallocated: [], dues: [], isSettled: false };
    return { loan, command, replay: { allocations, charges, ...unmoved, recoveredMinor: 0 } };
  }
  const replay = await planPosting(transaction, loan, command);
  if (!replay.ok || replay.value.restMinor > 0) {
    throw new Error(`loan ${loanId} was compared but takes less`);
  }
  return { loan, command, replay: replay.value };
}
