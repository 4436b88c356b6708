import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  LoanWork,
  PlanNextAction,
  SnoozeLoan,
} from '@bursar/contracts/collections/work-queue';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockWorkedLoan, type WorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import { findLoanWork, upsertNextAction, upsertSnooze } from './loan-work.store.ts';

type NextAction = InputOf<PlanNextAction>['body']['action'];
type Planned = Outcome<LoanWork, FailureOf<PlanNextAction>>;
type Snoozed = Outcome<AnswerOf<SnoozeLoan>, FailureOf<SnoozeLoan>>;
type Snooze = InputOf<SnoozeLoan>['body'] & { readonly loanId: string };

/** Sets the next action on a loan and replaces the former one; null removes it. */
export function planNextAction(
  database: Database,
  { loanId, action }: { loanId: string; action: NextAction },
  context: CommandContext,
): Promise<Planned> {
  return database.begin(async (transaction): Promise<Planned> => {
    const loan = await lockWorkedLoan(transaction, { scope: context.session.scope, loanId });
    if (!loan) return refuse('not_found');
    return planNextActionWithin(transaction, loan, { action, context });
  });
}

/** Plans the next action of a locked loan within the transaction of another command. */
export async function planNextActionWithin(
  transaction: Transaction,
  loan: WorkedLoan,
  { action, context }: { readonly action: NextAction; readonly context: CommandContext },
) {
  const key = { ...loan, businessDate: context.session.businessDate };
  const before = await findLoanWork(transaction, key);
  if (action) {
    const refusal = refuseDay(action.dueOn, { context, earliest: 0, field: 'action.dueOn' });
    if (refusal) return refusal;
    if (action.remindAt !== null && Date.parse(action.remindAt) <= context.now.getTime()) {
      return refuse('reminder_passed', { field: 'action.remindAt' });
    }
  }
  await upsertNextAction(transaction, {
    ...loan,
    what: action?.what.trim() ?? null,
    dueOn: action?.dueOn ?? null,
    remindAt: action?.remindAt ?? null,
    by: action ? context.session.account.id : null,
  });
  await audit(transaction, loan, {
    context,
    event: 'plan-next-action',
    before: {
      nextAction: before.nextAction?.what ?? null,
      dueOn: before.nextAction?.dueOn ?? null,
    },
    after: { nextAction: action?.what.trim() ?? null, dueOn: action?.dueOn ?? null },
  });
  return succeed(await findLoanWork(transaction, key));
}

/** Hides a loan from the queue until a day; null brings it back. */
export function snoozeLoan(
  database: Database,
  { loanId, until, tryAgainAt }: Snooze,
  context: CommandContext,
): Promise<Snoozed> {
  return database.begin(async (transaction): Promise<Snoozed> => {
    const loan = await lockWorkedLoan(transaction, { scope: context.session.scope, loanId });
    if (!loan) return refuse('not_found');
    // A snooze until today would have no effect.
    const refusal = until && refuseDay(until, { context, earliest: 1, field: 'until' });
    if (refusal) return refusal;
    const key = { ...loan, businessDate: context.session.businessDate };
    const before = await findLoanWork(transaction, key);
    const now = context.now.toISOString();
    await upsertSnooze(transaction, { ...loan, until, tryAgainAt, now });
    const after = await findLoanWork(transaction, key);
    // A snooze that has ended by itself is not in `before`, because it cannot be set again.
    const { snoozedUntil, tryAgainAt: agreedAt } = before;
    const hasCall = agreedAt !== null || after.tryAgainAt !== null;
    await audit(transaction, loan, {
      context,
      event: 'snooze-loan',
      before: { snoozedUntil, ...(hasCall && { tryAgainAt: agreedAt }) },
      after: { snoozedUntil: until, ...(hasCall && { tryAgainAt: after.tryAgainAt }) },
    });
    return succeed({ ...after, before: { snoozedUntil, tryAgainAt: agreedAt } });
  });
}

/** A date more than a year ahead is likely a mistyped day. */
const DAYS_AHEAD_MAX = 366;

type Asked = {
  readonly context: CommandContext;
  readonly earliest: number;
  readonly field: string;
};

function refuseDay(day: string, { context, earliest, field }: Asked) {
  const today = calendarDate(context.session.businessDate);
  if (day < addDays(today, earliest)) return refuse('day_passed', { field });
  return day > addDays(today, DAYS_AHEAD_MAX) ? refuse('day_too_far', { field }) : null;
}

type Change = {
  readonly context: CommandContext;
  readonly event: 'plan-next-action' | 'snooze-loan';
  readonly before: Record<string, string | null>;
  readonly after: Record<string, string | null>;
};

function audit(
  transaction: Transaction,
  { portfolioId, loanId }: WorkedLoan,
  { context, event, before, after }: Change,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId,
    event,
    subject: 'loan',
    subjectId: loanId,
    before,
    after,
  });
}
