import type { ProposeMessages } from '@bursar/contracts/collections/dunning';
import { MESSAGES_OF_BATCH_MAX } from '@bursar/contracts/collections/letters.values';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { calendarDate, isWorkingDay } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import {
  auditedCall,
  factsOfCall,
  recordAudit,
  type AuditedCall,
} from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { insertBatch, insertMessages } from './batches.store.ts';
import { listCandidates, type Candidate } from './candidates.store.ts';
import { leftOutReason } from './left-out-reason.ts';
import { listMessageLoans } from './message-loans.store.ts';
import { portfolioRun } from './portfolio-run.ts';
import { findStep, listSteps, lockStep } from './steps.store.ts';
import { daysLateOf } from './write-message.ts';

export type Proposing = AuditedCall & {
  readonly portfolioId: string;
  readonly stepId: string;
  readonly today: string;
  /** Null if end of day makes the proposal. */
  readonly by: string | null;
};

/**
 * Proposes the messages of a step for today and returns their number. A step has one batch a day: a
 * second proposal changes nothing. A removed step gets none, nor does a step for working days on a
 * day off.
 */
export async function proposeStep(
  transaction: Transaction,
  { portfolioId, stepId, today, by, ...call }: Proposing,
): Promise<number> {
  const { requestId, now } = call;
  const key = { portfolioId, id: stepId };
  // Lock the step, so that a concurrent removal ends first. It discards only the batches that
  // exist, so it would miss a batch of this proposal.
  if (!(await lockStep(transaction, key))) return 0;
  const step = await findStep(transaction, key);
  if (!step) return 0;
  if (step.workingDaysOnly && !(await isOpen(transaction, portfolioId, today))) return 0;
  const messages = await messagesOf(transaction, { portfolioId, step, today, now });
  if (messages.length === 0) return 0;
  const { channel, templateId } = step;
  const batch = { portfolioId, id: uuidv7(), stepId, channel, day: today };
  const at = now.toISOString();
  if (!(await insertBatch(transaction, { ...batch, templateId, at }))) return 0;
  await insertMessages(transaction, batch, messages);
  await recordAudit(transaction, {
    portfolioId,
    actorId: by,
    event: 'propose-messages',
    subject: 'message-batch',
    subjectId: batch.id,
    after: {
      template: step.templateName,
      channel,
      day: today,
      messages: messages.length,
      ...factsOfCall(call),
    },
    requestId,
    at: now,
  });
  return messages.length;
}

/** Returns whether the portfolio's office is open on a day. */
export async function isOpen(sql: Queryable, portfolioId: string, day: string): Promise<boolean> {
  const { weekdays, holidays } = await findBusinessCalendar(sql, { portfolioId, at: null });
  return isWorkingDay(calendarDate(day), {
    weeklyDaysOff: weekdays,
    holidays: holidays.map((holiday) => calendarDate(holiday.day)),
  });
}

type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>;
type Asked = Pick<Proposing, 'portfolioId' | 'today' | 'now'> & { readonly step: Step };

/** Reads the candidates in chunks until the batch is full, because many may not be contacted. */
async function messagesOf(transaction: Transaction, { portfolioId, step, today, now }: Asked) {
  const messages: { id: string; loanId: string; daysLate: number; lateMinor: number }[] = [];
  const limit = MESSAGES_OF_BATCH_MAX;
  let after: Candidate | undefined;
  do {
    const chunk = await listCandidates(transaction, { portfolioId, today, step, after, limit });
    const loanIds = chunk.map(({ loanId }) => loanId);
    const asked = { portfolioId, today, at: now.toISOString(), loanIds };
    const loans = await listMessageLoans(transaction, asked);
    for (const { loanId } of chunk) {
      const loan = loans.get(loanId);
      if (!loan || leftOutReason(loan, step, today) !== null) continue;
      const { lateMinor } = loan;
      messages.push({ id: uuidv7(), loanId, daysLate: daysLateOf(loan, today), lateMinor });
    }
    after = chunk.length === limit ? chunk.at(-1) : undefined;
  } while (after && messages.length < limit);
  return messages.slice(0, limit);
}

/** Proposes today's batches of all steps of the caller's portfolio that have none yet. */
export function proposeNow(
  database: Database,
  context: CommandContext,
): Promise<Outcome<AnswerOf<ProposeMessages>, 'not_found'>> {
  return database.begin(
    async (transaction): Promise<Outcome<AnswerOf<ProposeMessages>, 'not_found'>> => {
      const { session } = context;
      const portfolioId = portfolioRun(session);
      if (portfolioId === null) return refuse('not_found');
      const { businessDate: today, account } = session;
      const counts: number[] = [];
      for (const { id: stepId } of await listSteps(transaction, portfolioId)) {
        const proposing = { portfolioId, stepId, today, by: account.id };
        counts.push(await proposeStep(transaction, { ...proposing, ...auditedCall(context) }));
      }
      return succeed({
        batches: counts.filter((count) => count > 0).length,
        messages: counts.reduce((sum, count) => sum + count, 0),
        isDayOff: !(await isOpen(transaction, portfolioId, today)),
      });
    },
  );
}
