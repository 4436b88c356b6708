import { automaticReasons } from '@bursar/contracts/automatic-reasons';
import type { OverpaymentChoice } from '@bursar/contracts/choices';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { Payment, PostPayment } from '@bursar/contracts/servicing/payments';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { chargeMissedByEvent, lockCharged } from '../charges/charge-missing.ts';
import { checkPenaltiesAgain } from '../loan-account/owed-penalties.store.ts';
import { isRecovering, loanCan } from '../loan-account/loan-can.ts';
import { readWriteOffState, type WriteOffState } from '../loan-account/write-off-state.store.ts';
import { settleDues, supersedeSchedule } from '../loan-account/schedule-versions.store.ts';
import { afterPaymentsOfLoansChanged } from './after-payments-changed.ts';
import {
  findPayment,
  findPossibleDuplicate,
  hasSameContent,
  insertPayments,
  toPayment,
  type PaymentEarner,
  type PaymentRow,
} from './payments.store.ts';
import {
  restateLoan,
  balancesIn,
  type LoanBalances,
  type LockedLoan,
} from '../loan-account/loan-state.store.ts';
import { refuseDuplicate } from './refuse-duplicate.ts';
import { fundedBy, type Movement } from '../loan-account/movements.store.ts';
import { planOn, readBooksToPay } from './plan-posting.ts';
import { refuseUsedCredit, type ReplayResult } from '../loan-account/replay-payments.ts';
import { waiveUnfounded } from '../charges/waive-unfounded.ts';
import { insertReallocations, type EffectivePayment } from '../loan-account/reversals.store.ts';

export type PaymentCommand = {
  readonly loanId: string;
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  readonly method: Payment['method'];
  /** The name of the payer, unless the borrower paid. */
  readonly payer?: string | undefined;
  readonly externalReference?: string | undefined;
  /** The id of the split, if this payment is a part of money that was split over several loans. */
  readonly splitId?: string | undefined;
  readonly note: string;
  /**
   * The day up to which a payment that settles the loan owes interest. It is maturity for a payment
   * from a tape, which already includes that interest.
   */
  readonly interestUntil: 'date' | 'maturity';
  /** The treatment of money beyond what is due; the default is to pay the next instalments. */
  readonly overpaymentTreatment?: OverpaymentChoice | undefined;
  readonly confirmedDuplicateOf?: string | undefined;
  /** The team and agent who earn the payment's income; by default those who hold the loan. */
  readonly earnedBy?: PaymentEarner | undefined;
  /** Penalties that this payment makes unjustified, but that stay charged. */
  readonly retainPenalties?: readonly string[] | undefined;
};

type Posted = Outcome<AnswerOf<PostPayment>, FailureOf<PostPayment>>;

/**
 * Posts a payment in one transaction: locks the loan, answers a repeated command, checks, allocates
 * and writes.
 */
export async function postPayment(
  database: Database,
  command: PaymentCommand,
  context: CommandContext,
): Promise<Posted> {
  try {
    return await database.begin((transaction) => postWithin(transaction, command, context));
  } catch (error) {
    // Another transaction has just used this id for a payment on another loan.
    if (isDuplicateKey(error)) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/**
 * Posts a payment within a transaction that writes more, such as the bank file line of the payment.
 */
export async function postWithin(
  transaction: Transaction,
  command: PaymentCommand,
  context: CommandContext,
): Promise<Posted> {
  const { session } = context;
  const loan = await lockCharged(transaction, { ...context, loanId: command.loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const key = { portfolioId, loanId: command.loanId };
  // Send all queries at once, because other commands wait while this one holds the loan.
  const [earlier, possibleDuplicate, loss, books] = await Promise.all([
    findPayment(transaction, { portfolioId, id: command.id }),
    findPossibleDuplicate(transaction, { ...command, portfolioId }),
    isRecovering(loan.status) ? readWriteOffState(transaction, key) : null,
    readBooksToPay(transaction, loan, command),
  ]);
  if (earlier) {
    return hasSameContent(earlier, command)
      ? succeed(answer(earlier, loan, { replayed: true, waived: [] }))
      : refuse('id_reused_with_different_content');
  }
  const refusal = findRefusal(loan, command, { businessDate: session.businessDate, loss });
  if (refusal) return refusal;

  const planned = loss ? succeed(planRecovery(loss, command)) : planOn(books, loan, command);
  if (!planned.ok) return planned;
  const replay = planned.value;
  if (loss && replay.restMinor > 0) {
    const { recoverableMinor } = loss;
    return recoverableMinor === 0
      ? refuse('loss_is_recovered')
      : refuse('amount_exceeds_recoverable', {
          field: 'amountMinor',
          details: { recoverableMinor, currency: loan.currency },
        });
  }
  if (replay.restMinor > 0) {
    return refuse('amount_exceeds_payoff', {
      field: 'amountMinor',
      details: { payoffMinor: command.amountMinor - replay.restMinor, currency: loan.currency },
    });
  }
  const given = fundedBy({ ...command, creditMinor: replay.creditMinor });
  const used = refuseUsedCredit(loan, given.creditMinor, replay);
  if (used) return used;
  if (possibleDuplicate && possibleDuplicate.id !== command.confirmedDuplicateOf) {
    return refuseDuplicate(possibleDuplicate);
  }
  const written = await write(transaction, { loan, command, possibleDuplicate, replay }, context);
  const { valueDate } = command;
  // A payment affects penalties that count from a later day. An automatic penalty counts from the
  // day after the closed day that it is for; a penalty whose waiver was undone, from the day of the
  // undo.
  const isReasonMoved = books.charges.some(
    ({ portion, countsOn }) => portion === 'penalty' && countsOn > valueDate,
  );
  const { businessDate } = session;
  if (!written.ok || loss || valueDate >= businessDate) return written;
  const payment = { id: command.id, retained: command.retainPenalties ?? [] };
  const waiving = { ...key, reason: automaticReasons.paidOn(valueDate), payment };
  const waived = isReasonMoved ? await waiveUnfounded(transaction, waiving, context) : [];
  const charging = { ...key, businessDate, now: context.now };
  const charged = await chargeMissedByEvent(transaction, charging);
  if (waived.length === 0 && charged.length === 0) return written;
  const [after, moved] = await Promise.all([
    restateLoan(transaction, key),
    findPayment(transaction, { portfolioId, id: command.id }),
  ]);
  if (!moved) throw new Error(`payment ${command.id} was stored but is missing`);
  return succeed(answer(moved, after, { replayed: false, waived: [...waived] }));
}

type Writing = {
  readonly loan: LockedLoan;
  readonly command: PaymentCommand;
  readonly possibleDuplicate: Awaited<ReturnType<typeof findPossibleDuplicate>>;
  readonly replay: PaymentToWrite['replay'];
};

async function write(
  transaction: Transaction,
  { loan, command, possibleDuplicate, replay }: Writing,
  context: CommandContext,
): Promise<Posted> {
  const { session } = context;
  const { portfolioId } = loan;
  const maker = { ...context, accountId: session.account.id, businessDate: session.businessDate };
  const written = await writePayments(transaction, [{ loan, command, replay }], {
    ...maker,
    portfolioId,
  });
  const after = balancesIn(written, command.loanId);
  const [posted] = await Promise.all([
    findPayment(transaction, { portfolioId, id: command.id }),
    auditPayment(transaction, { loan, command, possibleDuplicate, context, after, replay }),
  ]);
  if (!posted) throw new Error(`payment ${command.id} was stored but is missing`);
  return succeed(answer(posted, after, { replayed: false, waived: [] }));
}

export type PaymentToWrite = {
  readonly loan: LockedLoan;
  readonly command: PaymentCommand;
  readonly replay: Pick<
    ReplayResult<EffectivePayment>,
    'allocations' | 'charges' | 'creditMinor' | 'reallocated' | 'dues' | 'isSettled'
  > & {
    readonly recoveredMinor: number;
  };
};

/** The author, portfolio and day of the payments. */
export type PaymentMaker = {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly businessDate: string;
  readonly requestId: string | null;
  readonly now: Date;
};

/**
 * Writes payments that were checked and planned under their loans' locks, one per loan, and their
 * follow-ups. Returns each loan's new balances.
 */
export async function writePayments(
  transaction: Transaction,
  payments: readonly PaymentToWrite[],
  { portfolioId, accountId: madeBy, businessDate, requestId, now }: PaymentMaker,
): Promise<ReadonlyMap<string, LoanBalances>> {
  const moving = { portfolioId, madeBy, madeAt: now.toISOString() };
  const reallocated: Movement[] = [];
  for (const { loan, command, replay } of payments) {
    const { loanId, id } = command;
    if (changesDues(replay)) {
      const superseding = { ...moving, loanId, sourceId: id, dues: replay.dues };
      const event = replay.isSettled ? 'settle' : 'post-payment';
      await supersedeSchedule(transaction, { ...superseding, event });
    }
    const scheduleVersion = versionAfter(loan, replay);
    const correction = { ...moving, loanId, currency: loan.currency, id, scheduleVersion };
    reallocated.push(...(await insertReallocations(transaction, correction, replay.reallocated)));
  }
  const made = payments.map(({ loan, command, replay }) => {
    const { teamId, agentId } = command.earnedBy ?? loan;
    const { loanId, id, amountMinor, valueDate, method, note, interestUntil } = command;
    const { allocations, charges, creditMinor, recoveredMinor } = replay;
    const { overpaymentTreatment = 'next-instalments' } = command;
    const { payer = '', externalReference = '', splitId = null } = command;
    const described = {
      payer,
      externalReference,
      splitId,
      loanId,
      id,
      amountMinor,
      valueDate,
      method,
      note,
      interestUntil,
      overpaymentTreatment,
    };
    const scheduleVersion = versionAfter(loan, replay);
    const allocated = { allocations, charges, creditMinor, scheduleVersion, recoveredMinor };
    return { ...described, currency: loan.currency, teamId, agentId, ...allocated };
  });
  const inserted = insertPayments(transaction, moving, { made, reallocated });
  const settled = payments.filter(({ replay }) => changesDues(replay));
  if (settled.length > 0) await inserted;
  for (const { command, replay } of settled) {
    await settleDues(transaction, { portfolioId, loanId: command.loanId, dues: replay.dues });
  }
  let checked: Promise<void> | null = null;
  const backDated = made.filter(({ valueDate }) => valueDate < businessDate);
  if (backDated.length > 0) {
    const loans = backDated.map(({ loanId, valueDate }) => ({ loanId, since: valueDate }));
    checked = checkPenaltiesAgain(transaction, { portfolioId, loans });
  }
  const loanIds = made.map(({ loanId }) => loanId);
  const settling = { portfolioId, businessDate, requestId, now };
  // A transaction runs its statements in the order sent, so there is no need to wait between them.
  const [balancesByLoan] = await Promise.all([
    afterPaymentsOfLoansChanged(transaction, loanIds, settling),
    inserted,
    checked,
  ]);
  return balancesByLoan;
}

/** True if the payment changes instalments, as a payoff does: the schedule gets a new version. */
const changesDues = ({ dues }: PaymentToWrite['replay']): boolean => dues.length > 0;

const versionAfter = ({ scheduleVersion }: LockedLoan, replay: PaymentToWrite['replay']) =>
  scheduleVersion + (changesDues(replay) ? 1 : 0);

type Circumstances = { readonly businessDate: string; readonly loss: WriteOffState | null };

function findRefusal(
  loan: LockedLoan,
  command: PaymentCommand,
  { businessDate, loss }: Circumstances,
) {
  const { amountMinor, currency, valueDate } = command;
  const closed = loanCan.acceptPayment(loan.status);
  if (closed) return refuse(closed, { details: { status: loan.status, event: 'settle' } });
  if (currency !== loan.currency) {
    return refuse('currency_differs', { field: 'currency', details: { currency: loan.currency } });
  }
  if (amountMinor <= 0) return refuse('amount_not_positive', { field: 'amountMinor' });
  const outside = refuseValueDate(loan, { valueDate, businessDate });
  if (outside) return outside;
  const overdrawn = command.method === 'credit' ? refuseCredit(loan, command, businessDate) : null;
  if (overdrawn) return overdrawn;
  const writtenOffOn = loss?.writtenOffOn;
  if (writtenOffOn && valueDate < writtenOffOn) {
    return refuse('value_date_before_write_off', { field: 'valueDate', details: { writtenOffOn } });
  }
  return null;
}

/** Refuses more than the credit, and an earlier day, on which some of it may not have existed. */
function refuseCredit(
  { creditMinor, currency }: LockedLoan,
  { amountMinor, valueDate }: PaymentCommand,
  businessDate: string,
) {
  if (valueDate !== businessDate) {
    return refuse('value_date_not_today', { field: 'valueDate', details: { businessDate } });
  }
  if (amountMinor <= creditMinor) return null;
  return refuse('amount_exceeds_credit', {
    field: 'amountMinor',
    details: { creditMinor, currency },
  });
}

/** Refuses a value date in the future, or before the disbursement or the last reschedule. */
export function refuseValueDate(
  { disbursedOn, rescheduledOn }: Pick<LockedLoan, 'disbursedOn' | 'rescheduledOn'>,
  { valueDate, businessDate }: { readonly valueDate: string; readonly businessDate: string },
) {
  const field = 'valueDate';
  if (valueDate > businessDate) {
    return refuse('value_date_in_future', { field, details: { businessDate } });
  }
  if (valueDate < disbursedOn) {
    return refuse('value_date_before_disbursement', { field, details: { disbursedOn } });
  }
  if (rescheduledOn !== null && valueDate < rescheduledOn) {
    return refuse('value_date_before_reschedule', { field, details: { rescheduledOn } });
  }
  return null;
}

/** Plans a payment on a written-off loan: a recovery, up to the amount that can be recovered. */
function planRecovery({ recoverableMinor }: WriteOffState, { amountMinor }: PaymentCommand) {
  const restMinor = Math.max(0, amountMinor - recoverableMinor);
  return {
    allocations: [],
    charges: [],
    creditMinor: 0,
    reallocated: [],
    dues: [],
    isSettled: false,
    recoveredMinor: amountMinor - restMinor,
    restMinor,
  };
}

function answer(
  row: PaymentRow,
  loan: LoanBalances,
  result: Pick<AnswerOf<PostPayment>, 'replayed' | 'waived'>,
): AnswerOf<PostPayment> {
  return { payment: toPayment(row), ...balancesOf(loan), ...result };
}

const balancesOf = ({ outstandingPrincipalMinor, status }: LoanBalances) => ({
  outstandingMinor: outstandingPrincipalMinor,
  loanStatus: status,
});

type Posting = {
  readonly loan: LockedLoan;
  readonly command: PaymentCommand;
  readonly possibleDuplicate: { readonly id: string } | null;
  readonly context: CommandContext;
  readonly after: LoanBalances;
  readonly replay: PaymentToWrite['replay'];
};

function auditPayment(transaction: Transaction, posting: Posting) {
  const { loan, command, possibleDuplicate, context, after, replay } = posting;
  return auditCommand(transaction, context, {
    portfolioId: loan.portfolioId,
    event: replay.recoveredMinor > 0 ? 'recover-loan' : 'post-payment',
    subject: 'loan',
    subjectId: command.loanId,
    before: { status: loan.status, outstandingMinor: loan.outstandingPrincipalMinor },
    after: {
      status: after.status,
      paymentId: command.id,
      amountMinor: command.amountMinor,
      currency: command.currency,
      valueDate: command.valueDate,
      ...(command.splitId !== undefined && { splitId: command.splitId }),
      beyondDue: command.overpaymentTreatment ?? 'next-instalments',
      ...(replay.creditMinor > 0 && { creditMinor: replay.creditMinor }),
      reallocated: replay.reallocated.length,
      ...(possibleDuplicate && { besides: possibleDuplicate.id }),
    },
  });
}
