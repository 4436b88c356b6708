import { uuidv7 } from 'uuidv7';
import { allocatePayment, calendarDate, minorUnits, PORTION_ORDERS } from '@bursar/loan-maths';
import type { Allocation } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { Payment, PostPayment } from '@bursar/contracts/payments';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { listInstalments, type InstalmentRow } from '../loans/instalments.store.ts';
import { loanCan } from '../loans/loan-can.ts';
import { afterPaymentsChanged } from './after-payments-changed.ts';
import {
  findPayment,
  insertPayment,
  lockLoan,
  toPayment,
  type LoanStanding,
  type LockedLoan,
  type PaymentRow,
} from './payments.store.ts';

export type PaymentCommand = {
  readonly loanId: string;
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  readonly method: Payment['method'];
  readonly note: string;
};

type Context = {
  readonly session: Session;
  readonly requestId: string;
  readonly now: Date;
};

type Posted = Outcome<AnswerOf<PostPayment>, FailureOf<PostPayment>>;

/** Posts a payment: lock the loan, answer a replay, check, allocate, write it all, in one transaction. */
export async function postPayment(
  database: Database,
  command: PaymentCommand,
  context: Context,
): Promise<Posted> {
  try {
    return await database.begin((transaction) => post(transaction, command, context));
  } catch (error) {
    // The same id at the same moment on another loan: that posting has won.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

async function post(
  transaction: Transaction,
  command: PaymentCommand,
  context: Context,
): Promise<Posted> {
  const { session } = context;
  const loan = await lockLoan(transaction, { scope: session.scope, loanId: command.loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const earlier = await findPayment(transaction, { portfolioId, id: command.id });
  if (earlier) {
    return sameContent(earlier, command)
      ? succeed(answer(earlier, loan, { replayed: true }))
      : refuse('id_reused_with_different_content');
  }
  const refusal = findRefusal(loan, command, session.businessDate);
  if (refusal) return refusal;

  const instalments = await listInstalments(transaction, { portfolioId, loanId: command.loanId });
  const allocation = allocate(loan, instalments, command);
  if (allocation.restMinor > 0) {
    return refuse('amount_exceeds_payoff', {
      field: 'amountMinor',
      details: { payoffMinor: command.amountMinor - allocation.restMinor, currency: loan.currency },
    });
  }
  const { totals } = allocation;
  await insertPayment(transaction, {
    ...command,
    portfolioId,
    ledgerId: uuidv7(),
    principalMinor: totals.principalMinor,
    interestMinor: totals.interestMinor,
    feesMinor: totals.feeMinor,
    penaltiesMinor: totals.penaltyMinor,
    teamId: loan.teamId,
    agentId: loan.agentId,
    postedBy: session.account.id,
    postedAt: context.now.toISOString(),
    portions: allocation.parts.map((part) => ({
      number: part.instalmentNumber,
      principal: part.principalMinor,
      interest: part.interestMinor,
      fees: part.feeMinor,
      penalties: part.penaltyMinor,
    })),
  });
  const after = await afterPaymentsChanged(transaction, {
    portfolioId,
    loanId: command.loanId,
    businessDate: session.businessDate,
    requestId: context.requestId,
    now: context.now,
  });
  await auditPayment(transaction, { loan, command, context, after });
  const posted = await findPayment(transaction, { portfolioId, id: command.id });
  if (!posted) throw new Error(`payment ${command.id} was written but is not there`);
  return succeed(answer(posted, after, { replayed: false }));
}

function findRefusal(loan: LockedLoan, command: PaymentCommand, businessDate: string) {
  const { amountMinor, currency, valueDate } = command;
  const closed = loanCan.acceptPayment(loan.status);
  if (closed) return refuse(closed, { details: { status: loan.status } });
  if (currency !== loan.currency) {
    return refuse('currency_differs', { field: 'currency', details: { currency: loan.currency } });
  }
  if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
  if (valueDate > businessDate) {
    return refuse('value_date_in_future', { field: 'valueDate', details: { businessDate } });
  }
  if (valueDate < loan.disbursedOn) {
    const { disbursedOn } = loan;
    return refuse('value_date_before_disbursement', {
      field: 'valueDate',
      details: { disbursedOn },
    });
  }
  if (loan.lastPaymentOn && valueDate < loan.lastPaymentOn) {
    const { lastPaymentOn } = loan;
    return refuse('value_date_before_latest_payment', {
      field: 'valueDate',
      details: { lastPaymentOn },
    });
  }
  return null;
}

function allocate(
  loan: LockedLoan,
  instalments: readonly InstalmentRow[],
  { amountMinor, valueDate }: PaymentCommand,
): Allocation {
  const amount = (value: number) => minorUnits(value, loan.currency);
  const allocation = allocatePayment({
    amountMinor: amount(amountMinor),
    valueDate: calendarDate(valueDate),
    instalments: instalments.map((row) => ({
      number: row.number,
      dueDate: calendarDate(row.dueOn),
      due: {
        penaltyMinor: amount(row.penaltiesMinor),
        feeMinor: amount(row.feesMinor),
        interestMinor: amount(row.interestMinor),
        principalMinor: amount(row.principalMinor),
      },
      paid: {
        penaltyMinor: amount(row.penaltiesPaidMinor),
        feeMinor: amount(row.feesPaidMinor),
        interestMinor: amount(row.interestPaidMinor),
        principalMinor: amount(row.principalPaidMinor),
      },
    })),
    rule: { order: PORTION_ORDERS[loan.allocationOrder] },
  });
  // Amount and instalments were checked, by this command and by the table's constraints.
  if (!allocation.ok) throw new Error(allocation.failure.message);
  return allocation.value;
}

function sameContent(earlier: PaymentRow, command: PaymentCommand): boolean {
  return (
    earlier.loanId === command.loanId &&
    earlier.amountMinor === command.amountMinor &&
    earlier.currency === command.currency &&
    earlier.valueDate === command.valueDate &&
    earlier.method === command.method &&
    earlier.note === command.note
  );
}

function answer(
  row: PaymentRow,
  loan: LoanStanding,
  { replayed }: { replayed: boolean },
): AnswerOf<PostPayment> {
  return {
    payment: toPayment(row),
    outstandingMinor: loan.outstandingPrincipalMinor,
    loanStatus: loan.status,
    replayed,
  };
}

type Posting = {
  readonly loan: LockedLoan;
  readonly command: PaymentCommand;
  readonly context: Context;
  readonly after: LoanStanding;
};

function auditPayment(transaction: Transaction, { loan, command, context, after }: Posting) {
  return recordAudit(transaction, {
    portfolioId: loan.portfolioId,
    actorId: context.session.account.id,
    event: 'post-payment',
    subject: 'loan',
    subjectId: command.loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      paymentId: command.id,
      amountMinor: command.amountMinor,
      currency: command.currency,
      valueDate: command.valueDate,
    },
    requestId: context.requestId,
    at: context.now,
  });
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
