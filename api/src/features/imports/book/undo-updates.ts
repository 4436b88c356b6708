import { uuidv7 } from 'uuidv7';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { succeed } from '../../../platform/outcome.ts';
import { afterPaymentsChanged } from '../../payments/after-payments-changed.ts';
import { lockLoan, type LockedLoan } from '../../payments/payments.store.ts';
import { planReversal } from '../../payments/plan-reversal.ts';
import { insertReversal, listStandingPayments } from '../../payments/reversals.store.ts';
import type { FactChange } from '../check/compare-loan.ts';
import { listComparisons, type BookedPayment } from '../check/comparisons.store.ts';
import type { ImportActor } from '../import-desk.ts';
import type { ImportKey } from '../imports.store.ts';
import { liesAlone } from './undo-import.store.ts';
import { formerValues, newValues } from './update-known-loans.ts';
import {
  listFactsNow,
  rechargeInstalments,
  updateBorrowersFacts,
  updateLoansFacts,
} from './update-known-loans.store.ts';

type Undoing = { readonly key: ImportKey; readonly actor: ImportActor; readonly now: Date };

/** Takes back what a newer tape changed: opposite events for its payments, the former facts. */
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
  if (!loan) throw new Error(`loan ${loanId} was updated but is not there`);
  const plan = await planTakingBack(transaction, loan, { loanId, paymentId: payment.id });
  const isReversedAlready = !plan.ok && plan.refusal.code === 'payment_already_reversed';
  if (!plan.ok && !isReversedAlready) throw new Error(`${payment.id}: ${plan.refusal.code}`);
  const reason = 'undo-import';
  const { currency, scheduleVersion } = loan;
  const moving = { portfolioId, loanId, currency, scheduleVersion, madeBy: accountId };
  const correction = { ...moving, id: uuidv7(), reason, madeAt: now.toISOString() };
  if (plan.ok) await insertReversal(transaction, correction, plan.value);
  const charges = payment.recharged.map((row) => ({
    number: row.number,
    interestMinor: row.formerInterestMinor,
    penaltyMinor: row.formerPenaltyMinor,
  }));
  await rechargeInstalments(transaction, portfolioId, [{ loanId, charges }]);
  const changed = { portfolioId, loanId, businessDate, requestId, now };
  const after = await afterPaymentsChanged(transaction, changed);
  if (!plan.ok) return;
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
    },
    requestId,
    at: now,
  });
}

/**
 * A tape may split what was paid in another way than the loan's order does, and what lies so would be laid by the order
 * where payments are reckoned anew: a payment that lies alone is taken out alone, and all else stays as it was.
 */
async function planTakingBack(
  transaction: Transaction,
  loan: LockedLoan,
  { loanId, paymentId }: { loanId: string; paymentId: string },
) {
  const { portfolioId } = loan;
  if (await liesAlone(transaction, { portfolioId, loanId, paymentId })) {
    const standing = await listStandingPayments(transaction, { portfolioId, loanId });
    const payment = standing.find(({ id }) => id === paymentId);
    if (payment) return succeed({ payment, reallocated: [], dues: [] });
  }
  return planReversal(transaction, loan, { loanId, paymentId });
}

type Changes = Readonly<Record<string, FactChange>>;
type Changed = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly borrower?: Changes;
  readonly loan?: Changes;
};

/** What somebody changed once more since then stays as they left it. */
async function putFactsBack(
  transaction: Transaction,
  { loanId, borrowerId, borrower = {}, loan = {} }: Changed,
  { key: { portfolioId, importId }, actor, now }: Undoing,
): Promise<void> {
  if (Object.keys(borrower).length + Object.keys(loan).length === 0) return;
  const standing = await listFactsNow(transaction, { portfolioId, loanId, borrowerId });
  const audited = {
    portfolioId,
    actorId: actor.accountId,
    event: 'undo-import' as const,
    requestId: actor.requestId,
    at: now,
  };
  const ofBorrower = stillAs(borrower, standing.borrower);
  if (Object.keys(ofBorrower).length > 0) {
    const former = formerValues(ofBorrower);
    await updateBorrowersFacts(transaction, portfolioId, [{ id: borrowerId, values: former }]);
    const about = { subject: 'borrower' as const, subjectId: borrowerId };
    const after = { ...former, importId };
    await recordAudit(transaction, { ...audited, ...about, before: newValues(ofBorrower), after });
  }
  const ofLoan = stillAs(loan, standing.loan);
  if (Object.keys(ofLoan).length > 0) {
    const former = formerValues(ofLoan);
    await updateLoansFacts(transaction, portfolioId, [{ id: loanId, values: former }]);
    const about = { subject: 'loan' as const, subjectId: loanId };
    const after = { ...former, importId };
    await recordAudit(transaction, { ...audited, ...about, before: newValues(ofLoan), after });
  }
}

function stillAs(changes: Changes, standing: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([key, { to }]) => {
      const now = standing[key];
      return now === to || (now !== null && Number(now) === Number(to));
    }),
  );
}
