import type { DecideApplication } from '@bursar/contracts/intake/applications';
import {
  applicationStatuses,
  type ApplicationEvent,
  type ApplicationStatus,
} from '@bursar/contracts/choices';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findHindrance, submitterOf } from './two-people.ts';
import { moveAlong } from '../../servicing/loan-account/loan-can.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import {
  findEvent,
  lockApplication,
  moveApplication,
  type EventFound,
  type LockedApplication,
} from './applications.store.ts';

type Command = InputOf<DecideApplication>['body'] & { readonly applicationId: string };
type Decided = Outcome<AnswerOf<DecideApplication>, FailureOf<DecideApplication>>;

const audited = {
  approve: 'approve-application',
  reject: 'reject-application',
  withdraw: 'withdraw-application',
  'undo-approval': 'undo-approval',
} as const;

/** Approves, rejects or withdraws an application, or revokes its approval. */
export async function decideApplication(
  database: Database,
  command: Command,
  context: PortfolioContext,
): Promise<Decided> {
  const { applicationId, event } = command;
  const reason = command.reason.trim();
  const { session, now } = context;
  return transactionOrConflict(database, eventConflict, async (transaction): Promise<Decided> => {
    const held = await holdApplication(transaction, command, context);
    if (!held.ok) return held;
    const { application, earlier } = held.value;
    if (earlier) {
      const isSame = earlier.event === event && earlier.reason === reason;
      return isSame ? answer(application, true) : refuse('id_reused_with_different_content');
    }
    if (event !== 'approve' && reason === '') return refuse('reason_missing', { field: 'reason' });
    const status = applicationAfter(application.status, event);
    if (!status.ok) return status;
    const portfolioId = context.portfolio.id;
    if (event === 'approve') {
      const step = { portfolioId, former: submitterOf(application), accountId: session.account.id };
      const hindrance = await findHindrance(transaction, step);
      if (hindrance) return refuse(hindrance);
    }
    await moveApplication(transaction, {
      portfolioId,
      id: applicationId,
      eventId: command.id,
      event,
      reason,
      status: status.value,
      loanId: null,
      disbursement: null,
      by: session.account.id,
      at: now.toISOString(),
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: audited[event],
      subject: 'application',
      subjectId: applicationId,
      before: { status: application.status },
      after: { status: status.value, reason },
    });
    return answer({ ...application, status: status.value }, false);
  });
}

/**
 * The refusals for an id that a concurrent request used for another application or loan, by the
 * violated constraint.
 */
export const eventConflict = {
  application_events_pkey: refuse('id_reused_with_different_content'),
  loans_pkey: refuse('id_reused_with_different_content'),
};

type Held = { readonly application: LockedApplication; readonly earlier: EventFound | null };

/** Locks the application, and finds an earlier event with this id. */
export async function holdApplication(
  transaction: Transaction,
  { id, applicationId }: { readonly id: string; readonly applicationId: string },
  { portfolio, session: { scope } }: PortfolioContext,
): Promise<Outcome<Held, 'not_found' | 'id_reused_with_different_content'>> {
  const portfolioId = portfolio.id;
  const application = await lockApplication(transaction, { portfolioId, id: applicationId, scope });
  if (!application) return refuse('not_found');
  const earlier = await findEvent(transaction, { portfolioId, id });
  if (earlier && earlier.applicationId !== applicationId) {
    return refuse('id_reused_with_different_content');
  }
  return succeed({ application, earlier });
}

/** Returns the state after an event, from the transition table of loans. */
export function applicationAfter(
  status: ApplicationStatus,
  event: ApplicationEvent,
): Outcome<ApplicationStatus, 'loan_event_refused'> {
  const moved = moveAlong(status, event);
  if (!moved.ok) return moved;
  const after = applicationStatuses.find((one) => one === moved.value);
  if (!after) throw new Error(`an application cannot be ${moved.value}`);
  return succeed(after);
}

export function answer(
  { id: applicationId, status, loanId }: Pick<LockedApplication, 'id' | 'status' | 'loanId'>,
  replayed: boolean,
) {
  return succeed({ applicationId, status, loanId, replayed });
}
