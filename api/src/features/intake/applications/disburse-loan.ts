import { automaticReasons } from '@bursar/contracts/automatic-reasons';
import type { DisburseLoan, UndoDisbursement } from '@bursar/contracts/intake/applications';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import {
  insertCharges,
  insertWaiver,
  type NewCharge,
} from '../../servicing/loan-account/charge-events.store.ts';
import { takeLoanNumbers } from '../../access/portfolios/portfolios.store.ts';
import { leaveLoan } from '../../records/loan-parties/many-parties.store.ts';
import { insertDisbursedLoan } from '../../servicing/loan-account/disbursed-loan.store.ts';
import { withdrawDisbursedLoan } from '../../servicing/loan-account/loan-withdrawals.store.ts';
import { listOpenCharges } from '../../servicing/charges/charges.store.ts';
import { chargeMissedByEvent } from '../../servicing/charges/charge-missing.ts';
import { checkPenaltiesAgain } from '../../servicing/loan-account/owed-penalties.store.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { restateLoan } from '../../servicing/loan-account/loan-state.store.ts';
import { findProductVersion } from '../../servicing/products/products.store.ts';
import { moveApplication, type LockedApplication } from './applications.store.ts';
import { addToLoan } from './co-borrowers.store.ts';
import { answer, applicationAfter, holdApplication, eventConflict } from './decide-application.ts';
import { listObstacles } from './disbursements.store.ts';
import { findApprover, findHindrance } from './two-people.ts';
import { scheduleApplied } from './schedule-applied.ts';

type Disbursing = InputOf<DisburseLoan>['body'] & { readonly applicationId: string };
type Disbursed = Outcome<AnswerOf<DisburseLoan>, FailureOf<DisburseLoan>>;

/**
 * Disburses an approved application less the withheld fee, and books the loan with its schedule and
 * instalment fees. The id in the request becomes the loan's id.
 */
export async function disburseLoan(
  database: Database,
  command: Disbursing,
  context: PortfolioContext,
): Promise<Disbursed> {
  return transactionOrConflict(database, eventConflict, (transaction) =>
    disburseWithin(transaction, command, context),
  );
}

/** Disburses inside the caller's transaction, for callers that write more, such as the demo. */
export async function disburseWithin(
  transaction: Transaction,
  command: Disbursing,
  context: PortfolioContext,
): Promise<Disbursed> {
  const { applicationId, disbursedOn, firstDueOn } = command;
  const { portfolio, session, now } = context;
  const { businessDate } = session;
  const held = await holdApplication(transaction, command, context);
  if (!held.ok) return held;
  const { application, earlier } = held.value;
  if (earlier) {
    const isSame =
      earlier.event === 'disburse' &&
      earlier.day === disbursedOn &&
      earlier.firstDueOn === firstDueOn;
    return isSame ? answer(application, true) : refuse('id_reused_with_different_content');
  }
  const status = applicationAfter(application.status, 'disburse');
  if (!status.ok) return status;
  if (disbursedOn > businessDate) {
    return refuse('value_date_in_future', { field: 'disbursedOn', details: { businessDate } });
  }
  const portfolioId = portfolio.id;
  const former = await findApprover(transaction, { portfolioId, id: applicationId });
  const accountId = session.account.id;
  const hindrance = await findHindrance(transaction, { portfolioId, former, accountId });
  if (hindrance) return refuse(hindrance);
  const planned = await planLoan(transaction, { application, command, portfolioId });
  if (!planned.ok) return planned;
  const { schedule } = planned.value;
  const posting = { by: session.account.id, at: now.toISOString() };
  const referenceNumber = await takeLoanNumbers(transaction, { portfolioId, count: 1 });
  const loan = { ...planned.value, portfolioId, id: command.id, referenceNumber, application };
  await insertDisbursedLoan(transaction, { ...loan, disbursedOn, firstDueOn, ...posting });
  const partyEntry = { portfolioId, id: applicationId, loanId: command.id, ...posting };
  const coBorrowers = await addToLoan(transaction, partyEntry);
  await chargeInstalments(transaction, { ...loan, disbursedOn, ...posting });
  // If the disbursement is on a closed day, some instalments may already be late beyond their grace
  // days.
  const entered = [{ loanId: command.id, since: disbursedOn }];
  await checkPenaltiesAgain(transaction, { portfolioId, loans: entered });
  await chargeMissedByEvent(transaction, { portfolioId, loanId: command.id, businessDate, now });
  const feeMinor = schedule.disbursementFeeMinor;
  await moveApplication(transaction, {
    portfolioId,
    id: applicationId,
    eventId: command.id,
    event: 'disburse',
    reason: '',
    status: status.value,
    loanId: command.id,
    disbursement: { disbursedOn, firstDueOn, feeMinor },
    ...posting,
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'disburse-loan',
    subject: 'loan',
    subjectId: command.id,
    loanId: command.id,
    before: { status: application.status },
    after: {
      status: status.value,
      applicationId,
      principalMinor: application.principalMinor,
      feeMinor,
      currency: application.currency,
      disbursedOn,
      firstDueOn,
      ...(coBorrowers.length > 0 && { coBorrowers: coBorrowers.join(', ') }),
    },
  });
  return answer({ ...application, status: status.value, loanId: command.id }, false);
}

/** Builds the schedule from the actual disbursement and first due days. */
async function planLoan(
  transaction: Transaction,
  {
    application,
    command: { disbursedOn, firstDueOn },
    portfolioId,
  }: {
    readonly application: LockedApplication;
    readonly command: Disbursing;
    readonly portfolioId: string;
  },
) {
  const id = application.productVersionId;
  const version = await findProductVersion(transaction, { portfolioId, id });
  if (!version) throw new Error(`application ${application.id} refers to missing product terms`);
  const { terms } = version;
  const businessCalendar = await findBusinessCalendar(transaction, { portfolioId, at: null });
  const applied = { ...application, terms, disburseOn: disbursedOn, firstDueOn, businessCalendar };
  const scheduled = scheduleApplied(applied);
  return scheduled.ok ? succeed({ terms, schedule: scheduled.value }) : scheduled;
}

type Charging = {
  readonly portfolioId: string;
  readonly id: string;
  readonly application: Pick<LockedApplication, 'currency'>;
  readonly disbursedOn: string;
  readonly by: string;
  readonly at: string;
  readonly schedule: {
    readonly rows: readonly {
      readonly number: number;
      readonly dueDate: string;
      readonly feeMinor: number;
    }[];
  };
};

/** Charges the fee of each instalment: it is receivable at once and becomes income when paid. */
async function chargeInstalments(transaction: Transaction, charging: Charging): Promise<void> {
  const { portfolioId, id: loanId, application, schedule, disbursedOn, by, at } = charging;
  const [first, ...others] = schedule.rows
    .filter(({ feeMinor }) => feeMinor > 0)
    .map(({ number, dueDate, feeMinor }): NewCharge => {
      return {
        portfolioId,
        loanId,
        id: uuidv7(),
        portion: 'fee',
        kind: 'service',
        instalment: { number, dueOn: dueDate },
        isAfterLast: false,
        amountMinor: feeMinor,
        currency: application.currency,
        dueOn: dueDate,
        chargedOn: disbursedOn,
        reason: automaticReasons.productTerms,
        madeBy: by,
        madeAt: at,
      };
    });
  if (!first) return;
  await insertCharges(transaction, [first, ...others]);
  await restateLoan(transaction, { portfolioId, loanId });
}

type Undoing = InputOf<UndoDisbursement>['body'] & { readonly applicationId: string };
type Undone = Outcome<AnswerOf<UndoDisbursement>, FailureOf<UndoDisbursement>>;

/**
 * Undoes a disbursement with opposite ledger entries: the loan leaves all lists and the application
 * is approved again.
 */
export async function undoDisbursement(
  database: Database,
  command: Undoing,
  context: PortfolioContext,
): Promise<Undone> {
  const { applicationId } = command;
  const reason = command.reason.trim();
  const { portfolio, session, now } = context;
  return transactionOrConflict(database, eventConflict, async (transaction): Promise<Undone> => {
    const held = await holdApplication(transaction, command, context);
    if (!held.ok) return held;
    const { application, earlier } = held.value;
    if (earlier) {
      const isSame = earlier.event === 'undo-disbursement' && earlier.reason === reason;
      return isSame ? answer(application, true) : refuse('id_reused_with_different_content');
    }
    if (reason === '') return refuse('reason_missing', { field: 'reason' });
    const status = applicationAfter(application.status, 'undo-disbursement');
    if (!status.ok) return status;
    const { loanId } = application;
    if (loanId === null)
      throw new Error(`application ${applicationId} was paid out without a loan`);
    const portfolioId = portfolio.id;
    const posting = { by: session.account.id, at: now.toISOString() };
    const loan = { portfolioId, loanId, ...posting };
    const obstacles = await listObstacles(transaction, loan);
    if (obstacles.length > 0) {
      return refuse('loan_worked_on_since', { details: { obstacles: obstacles.join(', ') } });
    }
    await waiveCharges(transaction, {
      ...loan,
      currency: application.currency,
      valueDate: session.businessDate,
      reason,
    });
    await leaveLoan(transaction, { ...loan, reason });
    await withdrawDisbursedLoan(transaction, loan);
    await moveApplication(transaction, {
      portfolioId,
      id: applicationId,
      eventId: command.id,
      event: 'undo-disbursement',
      reason,
      status: status.value,
      loanId,
      disbursement: null,
      ...posting,
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'undo-disbursement',
      subject: 'loan',
      subjectId: loanId,
      loanId,
      before: { status: application.status },
      after: { status: status.value, applicationId, reason },
    });
    return answer({ ...application, status: status.value, loanId: null }, false);
  });
}

type Waiving = Parameters<typeof listOpenCharges>[1] & {
  readonly currency: string;
  readonly valueDate: string;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
};

async function waiveCharges(transaction: Transaction, waiving: Waiving): Promise<void> {
  const { by, at, ...waived } = waiving;
  for (const { openMinor, ...charge } of await listOpenCharges(transaction, waiving)) {
    await insertWaiver(transaction, {
      ...waived,
      id: uuidv7(),
      event: 'waive-charge',
      charge,
      undoesId: null,
      amountMinor: openMinor,
      madeBy: by,
      madeAt: at,
    });
  }
}
