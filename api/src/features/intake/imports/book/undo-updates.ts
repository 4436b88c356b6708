import { uuidv7 } from 'uuidv7';
import { factsOfCall, recordAudit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database.ts';
import {
  listInstalments,
  type InstalmentRow,
} from '../../../servicing/loan-account/instalments.store.ts';
import { afterPaymentsChanged } from '../../../servicing/payments/after-payments-changed.ts';
import { lockLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import { bookReallocation } from '../../../servicing/loan-account/reallocate-payments.ts';
import { insertReversal } from '../../../servicing/loan-account/reversals.store.ts';
import type { FactChange } from '../check/compare-loan.ts';
import { listComparisons, type BookedPayment } from '../check/comparisons.store.ts';
import type { ImportActor } from '../import-desk.ts';
import type { ImportKey } from '../imports.store.ts';
import { chargedAsBefore, planTakingBack, type TakingBack } from './plan-taking-back.ts';
import { formerValues, newValues } from './update-known-loans.ts';
import {
  rechargeInstalments,
  updateLoansFacts,
} from '../../../servicing/loan-account/loan-facts.store.ts';
import {
  agreeOnSchedulesInForce,
  type Restating,
} from '../../../servicing/loan-account/schedule-versions.store.ts';
import { updateBorrowersFacts } from '../../../records/borrowers/many-borrowers.store.ts';
import { listFactsNow } from './update-known-loans.store.ts';

type Undoing = { readonly key: ImportKey; readonly actor: ImportActor; readonly now: Date };

/**
 * Undoes the changes of a newer tape: reverses its payments and restores the former data. A loan
 * that was withdrawn since, because its own tape was undone, has no money left to move.
 */
export async function undoUpdates(transaction: Transaction, undoing: Undoing): Promise<void> {
  let afterNumber = 0;
  while (true) {
    const page = { kind: 'changed', afterNumber, limit: 500 } as const;
    const changed = await listComparisons(transaction, undoing.key, page);
    const last = changed.at(-1);
    if (!last) return;
    for (const { loanId, borrowerId, facts, payment } of changed) {
      if (loanId === null || borrowerId === null) continue;
      if (payment) await takeBack(transaction, { loanId, payment }, undoing);
      await putFactsBack(transaction, { loanId, borrowerId, ...facts }, undoing);
    }
    afterNumber = last.number;
  }
}

type Paid = { readonly loanId: string; readonly payment: BookedPayment };

async function takeBack(
  transaction: Transaction,
  { loanId, payment }: Paid,
  { key: { portfolioId, importId }, actor, now }: Undoing,
): Promise<void> {
  const { accountId, businessDate, requestId } = actor;
  const loan = await lockLoan(transaction, {
    scope: { role: 'user', accountId, portfolioId },
    loanId,
  });
  if (!loan) return;
  const planned = await planTakingBack(transaction, loan, { loanId, payment, businessDate });
  if (!planned.ok) throw new Error(`${payment.id}: ${planned.refusal.code}`);
  const plan = planned.value;
  const reason = 'undo-import';
  const { currency, scheduleVersion } = loan;
  const moving = { portfolioId, loanId, currency, scheduleVersion, madeBy: accountId };
  const correction = { ...moving, id: uuidv7(), reason, madeAt: now.toISOString() };
  const { id: causeId, madeAt } = correction;
  const reallocating = { loan, loanId, causeId, madeBy: accountId, madeAt, businessDate };
  const restating = { importId, madeBy: accountId, madeAt };
  await chargeAsBefore(transaction, { portfolioId, loanId, payment, plan, restating }, async () => {
    if (plan?.payment)
      await insertReversal(transaction, correction, { ...plan, payment: plan.payment });
    else if (plan) await bookReallocation(transaction, reallocating, plan);
  });
  const changed = { portfolioId, loanId, businessDate, requestId, now };
  const after = await afterPaymentsChanged(transaction, changed);
  if (!plan?.payment) return;
  await recordAudit(transaction, {
    portfolioId,
    actorId: accountId,
    event: 'reverse-payment',
    subject: 'loan',
    subjectId: loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      outstandingMinor: after.outstandingPrincipalMinor,
      paymentId: payment.id,
      amountMinor: payment.amountMinor,
      currency: loan.currency,
      valueDate: payment.valueDate,
      reason,
      importId,
      ...factsOfCall(actor),
    },
    requestId,
    at: now,
  });
}

type Recharging = Paid & {
  readonly portfolioId: string;
  readonly plan: TakingBack | null;
  readonly restating: Omit<Restating, 'event'>;
};

/**
 * Restores the instalment charges that a tape restated, and calls `move` in between, which moves
 * the money.
 */
async function chargeAsBefore(
  transaction: Transaction,
  { portfolioId, loanId, payment, plan, restating }: Recharging,
  move: () => Promise<void>,
): Promise<void> {
  if (payment.recharged.length === 0) return move();
  const asked = new Set(plan?.dues.map(({ number }) => number));
  const rechargedNumbers = new Set(payment.recharged.map(({ number }) => number));
  const live = await listInstalments(transaction, { portfolioId, loanId });
  const rows = live.filter(({ number }) => rechargedNumbers.has(number) && !asked.has(number));
  const former = rows.map((row) => chargedAsBefore(row, payment));
  // Money is allocated only up to the charges: raise them before the move, and lower them after it.
  const most = rows.map((row, at) => chargingMost(row, former[at] ?? row));
  await rechargeInstalments(transaction, portfolioId, [{ loanId, charges: most }]);
  await move();
  const loans = { portfolioId, loanIds: [loanId] };
  await agreeOnSchedulesInForce(transaction, loans, { ...restating, event: 'undo-import' });
  await rechargeInstalments(transaction, portfolioId, [{ loanId, charges: former }]);
}

const chargingMost = (one: InstalmentRow, other: InstalmentRow): InstalmentRow => ({
  ...one,
  interestMinor: Math.max(one.interestMinor, other.interestMinor),
  penaltyMinor: Math.max(one.penaltyMinor, other.penaltyMinor),
});

type Changes = Readonly<Record<string, FactChange>>;
type Changed = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly borrower?: Changes;
  readonly loan?: Changes;
};

/** Restores former data, except fields that users have changed again since. */
async function putFactsBack(
  transaction: Transaction,
  { loanId, borrowerId, borrower = {}, loan = {} }: Changed,
  { key: { portfolioId, importId }, actor, now }: Undoing,
): Promise<void> {
  if (Object.keys(borrower).length + Object.keys(loan).length === 0) return;
  const current = await listFactsNow(transaction, { portfolioId, loanId, borrowerId });
  const audited = {
    portfolioId,
    actorId: actor.accountId,
    event: 'undo-import' as const,
    requestId: actor.requestId,
    at: now,
  };
  const ofBorrower = stillAs(borrower, current.borrower);
  if (Object.keys(ofBorrower).length > 0) {
    const former = formerValues(ofBorrower);
    await updateBorrowersFacts(transaction, portfolioId, [{ id: borrowerId, values: former }]);
    const about = { subject: 'borrower' as const, subjectId: borrowerId };
    const after = { ...former, importId, ...factsOfCall(actor) };
    await recordAudit(transaction, { ...audited, ...about, before: newValues(ofBorrower), after });
  }
  const ofLoan = stillAs(loan, current.loan);
  if (Object.keys(ofLoan).length > 0) {
    const former = formerValues(ofLoan);
    await updateLoansFacts(transaction, portfolioId, [{ id: loanId, values: former }]);
    const about = { subject: 'loan' as const, subjectId: loanId };
    const after = { ...former, importId, ...factsOfCall(actor) };
    await recordAudit(transaction, { ...audited, ...about, before: newValues(ofLoan), after });
  }
}

function stillAs(changes: Changes, current: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([key, { to }]) => {
      const now = current[key];
      return now === to || (now !== null && Number(now) === Number(to));
    }),
  );
}
