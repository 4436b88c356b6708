import { automaticReasons } from '@bursar/contracts/automatic-reasons';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import {
  requestPlan as requestContract,
  rescheduleLoan as rescheduleContract,
  undoReschedule as undoContract,
  type RescheduleLoan,
} from '@bursar/contracts/servicing/reschedules';
import type { AgreementChannel, PlanKind } from '@bursar/contracts/servicing/reschedules.values';
import { z } from 'zod';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import { rolledBackWithin, type Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { holdLoan } from '../charges/book-charge.ts';
import { chargeMissedByEvent, lockCharged } from '../charges/charge-missing.ts';
import { penaltyFacts, type MovedPenalties } from '../charges/penalty-facts.ts';
import { waiveUnfounded } from '../charges/waive-unfounded.ts';
import { checkPenaltiesAgain } from '../loan-account/owed-penalties.store.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { moveAlong } from '../loan-account/loan-can.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { rescheduleInstalments } from '../loan-account/schedule-versions.store.ts';
import { restateLoan, type LockedLoan } from '../loan-account/loan-state.store.ts';
import { planReschedule, rowsAfter, type NewTerms } from './plan-reschedule.ts';
import { insertReschedule, type NewReschedule } from '../loan-account/reschedule-events.store.ts';
import {
  findReschedule,
  readFormerSchedule,
  readEffectiveReschedule,
  type RescheduledDue,
} from './reschedules.store.ts';

/** The steps that rescheduling a loan, requesting a plan and accepting an offer share. */
export const rescheduling = {
  kind: 'reschedule-loan',
  schema: z.object({ ...rescheduleContract.params.shape, ...rescheduleContract.body.shape }),
  // End-of-day charges no penalties for days before a reschedule, so missing ones are charged
  // first.
  hold: async (
    transaction: Transaction,
    { loanId }: { readonly loanId: string },
    { session, now }: CommandContext,
  ) => {
    const loan = await lockCharged(transaction, { loanId, session, now });
    return loan ? succeed(loan) : refuse('not_found');
  },
  plan: async (
    transaction: Transaction,
    {
      command,
      held,
      context: { session },
    }: {
      readonly command: RescheduleCommand;
      readonly held: LockedLoan;
      readonly context: CommandContext;
    },
  ) => {
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const { loanId, instalmentCount, annualRatePercent, firstDueOn } = command;
    const { businessDate } = session;
    const terms = { instalmentCount, annualRatePercent, firstDueOn };
    const planned = await planReschedule(transaction, held, { loanId, businessDate, terms });
    if (!planned.ok) return planned;
    const { dues, instalments, principalMinor } = planned.value;
    if (principalMinor !== command.principalMinor) {
      const details = { principalMinor, currency: held.currency };
      return refuse('balance_changed_since', { details });
    }
    return succeed({ terms, dues, instalments, principalMinor });
  },
  countTaken: null,
  describe: (transaction: Transaction, sent: PlannedTerms) =>
    describe(transaction, sent, newTermsOf(sent.plan, sent.command)),
  answerWaiting: async (_transaction: Transaction, { plan }: { readonly plan: unknown }) =>
    answer('awaiting-approval', plan === null),
} as const;

/**
 * Reschedules what is owed on a loan from today as a new version of its schedule:
 * docs/decisions/0048.
 */
export const rescheduleLoan = fourEyes({
  ...rescheduling,
  contract: rescheduleContract,
  // A desk or an agent may request a plan but not carry it out.
  alsoAskedBy: [requestContract.access],
  answerEarlier: answerEarlierReschedule,
  carryOut: (transaction, sent) => book(transaction, sent, newTermsOf(sent.plan, sent.command)),
});

/** Answers a repeated command; null if its reschedule was not made yet. */
export async function answerEarlierReschedule(
  transaction: Transaction,
  {
    command,
    held: { portfolioId },
  }: { readonly command: RescheduleCommand; readonly held: LockedLoan },
) {
  const earlier = await findReschedule(transaction, { portfolioId, id: command.id });
  if (!earlier) return null;
  const isSame =
    earlier.event === 'reschedule-loan' &&
    earlier.loanId === command.loanId &&
    earlier.instalmentCount === command.instalmentCount &&
    Number(earlier.annualRatePercent) === Number(command.annualRatePercent) &&
    earlier.firstDueOn === command.firstDueOn &&
    earlier.principalMinor === command.principalMinor &&
    earlier.reason === command.reason.trim();
  return isSame ? answer('done', true) : refuse('id_reused_with_different_content');
}

/** Requests a plan that the borrower agreed to. A second person always decides. */
export const requestPlan = fourEyes({
  ...rescheduling,
  contract: requestContract,
  schema: z.object({ ...requestContract.params.shape, ...requestContract.body.shape }),
  answerEarlier: async () => null,
  carryOut: null,
});

/** Undoes the last reschedule. The former schedule and rate apply again. */
export const undoReschedule = fourEyes({
  kind: 'undo-reschedule',
  contract: undoContract,
  schema: z.object({ ...undoContract.params.shape, ...undoContract.body.shape }),
  hold: holdLoan,
  answerEarlier: async (transaction, { command, held: { portfolioId } }) => {
    const earlier = await findReschedule(transaction, { portfolioId, id: command.id });
    if (!earlier) return null;
    const isSame =
      earlier.event === 'undo-reschedule' &&
      earlier.loanId === command.loanId &&
      earlier.reason === command.reason.trim();
    return isSame ? answer('done', true) : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, { command, held }) => {
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const moved = moveAlong(held.status, 'undo-reschedule');
    if (!moved.ok) return moved;
    const key = { portfolioId: held.portfolioId, loanId: command.loanId };
    const current = await readEffectiveReschedule(transaction, key);
    if (!current) return refuse('loan_is_not_rescheduled');
    if (current.hasPayments) return refuse('reschedule_has_payments');
    const { version, id, formerRatePercent } = current;
    const former = await readFormerSchedule(transaction, { ...key, version });
    const instalments = await listInstalments(transaction, key);
    return succeed({
      undoes: { id, formerRatePercent, agreedVersion: former.agreedVersion },
      dues: withSpare(former.dues, instalments),
      instalments,
      principalMinor: held.outstandingPrincipalMinor,
    });
  },
  countTaken: null,
  describe: (transaction, sent) => describe(transaction, sent, formerTermsOf(sent.plan)),
  carryOut: (transaction, sent) => book(transaction, sent, formerTermsOf(sent.plan)),
  answerWaiting: async (_transaction, { plan }) => answer('awaiting-approval', plan === null),
});

/**
 * Appends the instalment rows that were added since the reschedule to the former schedule: refund
 * claims with their principal, the others with no amount.
 */
function withSpare(
  former: readonly RescheduledDue[],
  instalments: readonly InstalmentRow[],
): readonly RescheduledDue[] {
  const known = new Set(former.map(({ number }) => number));
  const spare = instalments.filter(({ number }) => !known.has(number));
  const last = former.at(-1)?.dueOn ?? '';
  const none = { principalMinor: 0, interestMinor: 0, accrual: null };
  return [
    ...former,
    // Refunds that were claimed back since then remain owed.
    ...spare.map(({ number, dueOn, isClaim, principalMinor }) => ({
      ...none,
      number,
      dueOn: isClaim === true || dueOn > last ? dueOn : last,
      principalMinor: isClaim === true ? principalMinor : 0,
    })),
  ];
}

export function newTermsOf(
  { terms }: { readonly terms: NewTerms },
  { plan = null, agreedBy = null }: Agreement,
): ScheduleChange {
  const agreed = plan && agreedBy ? { plan, agreedBy } : { plan: null, agreedBy: null };
  return { event: 'reschedule-loan', undoesId: null, ...terms, ...agreed, agreedVersion: null };
}

type Agreement = {
  readonly plan?: PlanKind | null | undefined;
  readonly agreedBy?: AgreementChannel | null | undefined;
};
type RescheduleCommand = InputOf<RescheduleLoan>['body'] & { readonly loanId: string };
type PlannedTerms = Planned & {
  readonly command: Agreement;
  readonly plan: { readonly terms: NewTerms };
};

type Undoes = {
  readonly id: string;
  readonly formerRatePercent: string;
  readonly agreedVersion: number;
};

function formerTermsOf({ undoes }: { readonly undoes: Undoes }): ScheduleChange {
  return {
    event: 'undo-reschedule',
    undoesId: undoes.id,
    annualRatePercent: undoes.formerRatePercent,
    instalmentCount: null,
    firstDueOn: null,
    plan: null,
    agreedBy: null,
    agreedVersion: undoes.agreedVersion,
  };
}

type Plan = {
  readonly dues: readonly RescheduledDue[];
  readonly instalments: readonly InstalmentRow[];
  readonly principalMinor: number;
};

type Planned = {
  readonly command: { readonly loanId: string; readonly id: string; readonly reason: string };
  readonly held: LockedLoan;
  readonly plan: Plan;
  readonly context: CommandContext;
};

/**
 * Builds the summary that the approver sees, with the penalties that carrying out the reschedule
 * charges or waives.
 */
async function describe(transaction: Transaction, planned: Planned, change: ScheduleChange) {
  const { command, held, plan } = planned;
  const { dues, instalments, principalMinor } = plan;
  const moved = await rolledBackWithin(transaction, (trial) =>
    writeSchedule(trial, planned, change),
  );
  return {
    subjectId: command.loanId,
    subject: loanReference(held.referenceNumber),
    loanId: command.loanId,
    amountMinor: principalMinor,
    currency: held.currency,
    before: factsOf(instalments, held.annualRatePercent),
    after: {
      ...factsOf(rowsAfter(instalments, dues), change.annualRatePercent),
      ...penaltyFacts(moved),
      ...(change.plan && { plan: change.plan, agreedBy: change.agreedBy }),
    },
    reason: command.reason.trim(),
  };
}

function factsOf(rows: readonly InstalmentRow[], ratePercent: string) {
  const open = rows.filter((row) => remainingOf(row) > 0);
  return {
    ratePercent: String(Number(ratePercent)),
    instalmentsLeft: open.length,
    lastDueOn: open.at(-1)?.dueOn ?? null,
    remainingMinor: open.reduce((sum, row) => sum + remainingOf(row), 0),
    oldestUnpaidDueOn: open[0]?.dueOn ?? null,
  };
}

type ScheduleChange = (
  | ({ readonly event: 'reschedule-loan'; readonly undoesId: null } & NewTerms &
      Pick<NewReschedule, 'plan' | 'agreedBy'>)
  | (Pick<NewReschedule, 'annualRatePercent'> & {
      readonly event: 'undo-reschedule';
      readonly undoesId: string;
      readonly instalmentCount: null;
      readonly firstDueOn: null;
      readonly plan: null;
      readonly agreedBy: null;
    })
) & {
  /** The version that payments are replayed on from now on; null for the new one. */
  readonly agreedVersion: number | null;
};

/**
 * Writes the new schedule, and returns the penalties that it waived and charged. An undo restores
 * the former due dates, so it also waives the penalties that these dates do not justify. Missing
 * penalties are charged in both cases.
 */
async function writeSchedule(
  transaction: Transaction,
  { command, held, plan, context }: Planned,
  { agreedVersion, ...change }: ScheduleChange,
): Promise<MovedPenalties> {
  const { session, now } = context;
  const { loanId, id } = command;
  const { portfolioId } = held;
  const { dues, principalMinor } = plan;
  const version = held.scheduleVersion + 1;
  const made = { portfolioId, loanId, madeBy: session.account.id, madeAt: now.toISOString() };
  await rescheduleInstalments(transaction, {
    ...made,
    event: change.event,
    sourceId: id,
    agreedVersion: agreedVersion ?? version,
    dues,
  });
  await insertReschedule(transaction, {
    ...made,
    ...change,
    id,
    version,
    valueDate: session.businessDate,
    formerRatePercent: held.annualRatePercent,
    principalMinor,
    reason: command.reason.trim(),
  });
  await restateLoan(transaction, { portfolioId, loanId });
  const loans = [{ loanId, since: held.disbursedOn }];
  await checkPenaltiesAgain(transaction, { portfolioId, loans });
  const { businessDate } = session;
  const waiving = { portfolioId, loanId, reason: automaticReasons.rescheduleUndone };
  const waived =
    change.event === 'undo-reschedule' ? await waiveUnfounded(transaction, waiving, context) : [];
  const charging = { portfolioId, loanId, businessDate, now };
  return { waived, charged: await chargeMissedByEvent(transaction, charging) };
}

export async function book(
  transaction: Transaction,
  planned: Planned,
  change: ScheduleChange,
): Promise<Outcome<Answer, never>> {
  const { command, held, plan, context } = planned;
  const { dues, instalments } = plan;
  await writeSchedule(transaction, planned, change);
  await auditCommand(transaction, context, {
    portfolioId: held.portfolioId,
    event: change.event,
    subject: 'loan',
    subjectId: command.loanId,
    before: factsOf(instalments, held.annualRatePercent),
    after: {
      ...factsOf(rowsAfter(instalments, dues), change.annualRatePercent),
      scheduleVersion: held.scheduleVersion + 1,
      ...(change.plan && { plan: change.plan, agreedBy: change.agreedBy }),
      currency: held.currency,
      reason: command.reason.trim(),
    },
  });
  return answer('done', false);
}

type Answer = AnswerOf<RescheduleLoan>;

const answer = (outcome: Answer['outcome'], replayed: boolean): Outcome<Answer, never> =>
  succeed({ outcome, replayed });
