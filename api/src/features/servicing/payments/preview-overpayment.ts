import { overpaymentChoices, type OverpaymentChoice } from '@bursar/contracts/choices';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { PreviewOverpayment, ScheduleLeft } from '@bursar/contracts/servicing/payments';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { readCharged } from '../charges/read-charged.ts';
import { remainingOf, type InstalmentRow } from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { readLoanToPay, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { readBooksToPay, type BooksToPay } from './plan-posting.ts';
import { refuseValueDate } from './post-payment.ts';
import { replayPayments } from '../loan-account/replay-payments.ts';

type PreviewRequest = {
  readonly scope: Scope;
  readonly loanId: string;
  readonly amountMinor: number;
  readonly valueDate: string;
  readonly businessDate: string;
  readonly now: Date;
};

/**
 * Previews every treatment of the money beyond the amount due, all calculated from the same data.
 */
export function previewOverpayment(
  database: Database,
  request: PreviewRequest,
): Promise<Previewed> {
  const { loanId, scope, businessDate, now } = request;
  return readCharged(database, { loanId, now, session: { scope, businessDate } }, (sql) =>
    previewIn(sql, request),
  );
}

type Previewed = Outcome<AnswerOf<PreviewOverpayment>, FailureOf<PreviewOverpayment>>;

async function previewIn(
  database: Queryable,
  { scope, businessDate, now: _now, ...payment }: PreviewRequest,
): Promise<Previewed> {
  const loan = await readLoanToPay(database, { scope, loanId: payment.loanId });
  if (!loan) return refuse('not_found');
  const settled = moveAlong(loan.status, 'settle');
  if (!settled.ok) return settled;
  const outside = refuseValueDate(loan, { ...payment, businessDate });
  if (outside) return outside;
  const books = await readBooksToPay(database, loan, payment);
  const { instalments } = books;
  const dueMinor = instalments
    .filter(({ dueOn }) => dueOn <= payment.valueDate)
    .reduce((sum, row) => sum + remainingOf(row), 0);
  return succeed({
    currency: loan.currency,
    overpaymentMinor: Math.max(0, payment.amountMinor - dueMinor),
    before: leftOf(instalments),
    choices: overpaymentChoices.map((choice) => ({
      choice,
      after: afterOf({ loan, books, payment, choice }),
    })),
  });
}

type Asked = {
  readonly loan: LockedLoan;
  readonly books: BooksToPay;
  readonly payment: Omit<PreviewRequest, 'scope' | 'businessDate' | 'now'>;
  readonly choice: OverpaymentChoice;
};

function afterOf({ loan, books, payment, choice: overpaymentTreatment }: Asked) {
  const putIn = { ...payment, id: 'preview', interestUntil: 'date', overpaymentTreatment } as const;
  const { effectivePayments } = books;
  const replayed = replayPayments({ ...loan, ...books }, { putIn, effectivePayments });
  if (!replayed.ok || replayed.value.restMinor > 0) return null;
  const { instalments, allocations, creditMinor } = replayed.value;
  const interestOf = (rows: readonly InstalmentRow[]) =>
    rows.reduce((sum, { interestMinor }) => sum + interestMinor, 0);
  return {
    ...leftOf(instalments),
    outstandingMinor: loan.outstandingPrincipalMinor - sumAllocations(allocations).principalMinor,
    creditMinor,
    interestSavedMinor: interestOf(books.instalments) - interestOf(instalments),
  };
}

function leftOf(rows: readonly InstalmentRow[]): ScheduleLeft {
  const left = rows.filter((row) => remainingOf(row) > 0);
  const [next] = left;
  return {
    instalments: left.length,
    nextDueOn: next?.dueOn ?? null,
    nextMinor: next ? remainingOf(next) : 0,
    lastDueOn: left.at(-1)?.dueOn ?? null,
    interestMinor: left.reduce((sum, row) => sum + row.interestMinor - row.interestPaidMinor, 0),
    totalMinor: left.reduce((sum, row) => sum + remainingOf(row), 0),
  };
}
