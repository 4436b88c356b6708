import type { DunningStep, ReleaseMessageBatch } from '@bursar/contracts/collections/dunning';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { closureOf } from '@bursar/contracts/records/closed-channels';
import { uuidv7 } from 'uuidv7';
import {
  factsOfCall,
  recordAudit,
  recordAudits,
  type AuditedCall,
} from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { quietHoursNow } from '../../servicing/loans/quiet-hours-now.ts';
import { findQuietHours } from '../contact-log/quiet-hours.store.ts';
import {
  findBatch,
  listProposed,
  lockBatch,
  markReleased,
  recordReleased,
  type HeldBatch,
  type LeftOutMessage,
  type SentMessage,
} from './batches.store.ts';
import { leftOutReason } from './left-out-reason.ts';
import { isOpen } from './propose-messages.ts';
import { readSources } from './read-sources.ts';
import { findStep } from './steps.store.ts';
import { findTemplate, type TemplateTexts } from './templates.store.ts';
import { writeMessage, type MessageSource, type Sender } from './write-message.ts';
import { readSender } from './read-sender.ts';

export type Releasing = AuditedCall & {
  readonly portfolioId: string;
  readonly batchId: string;
  readonly releaseId: string;
  /** Messages that the user leaves out. */
  readonly leaveOut: readonly string[];
  readonly by: string;
  /** Whether the step releases the batch automatically. */
  readonly itself: boolean;
  readonly today: string;
};

type Released = Outcome<AnswerOf<ReleaseMessageBatch>, FailureOf<ReleaseMessageBatch>>;

/**
 * Sends a batch once. Its loans are locked and read again, so that each message states what is true
 * when it is sent, and a loan that was paid after the proposal gets none.
 */
export async function releaseWithin(
  transaction: Transaction,
  releasing: Releasing,
): Promise<Released> {
  const { portfolioId, batchId: id, releaseId, by, itself, now } = releasing;
  const batch = await lockBatch(transaction, { portfolioId, id });
  if (!batch) return refuse('not_found');
  if (batch.state === 'released' && batch.releaseId === releaseId) {
    return answer(transaction, releasing, true);
  }
  const rules = await findStep(transaction, { portfolioId, id: batch.stepId });
  const template = await findTemplate(transaction, { portfolioId, id: batch.templateId });
  if (batch.state !== 'proposed' || !rules || !template) return refuse('message_batch_settled');
  // The step may have got a template of another channel since the proposal.
  const step = { ...rules, channel: batch.channel };
  const closed = await refuseTime(transaction, releasing, step);
  if (closed) return closed;
  const sender = await readSender(transaction, portfolioId);
  const { sent, leftOut, loanOf } = await decide(transaction, releasing, {
    step,
    texts: template,
    sender,
  });
  const mailed =
    batch.channel === 'email' ? await mailAll(transaction, sent, { portfolioId, at: now }) : sent;
  const at = now.toISOString();
  await recordReleased(transaction, { portfolioId, at, sent: mailed, leftOut });
  await markReleased(transaction, { portfolioId, id, by, at, releaseId, itself, sender });
  await audit(transaction, releasing, { batch, sent, leftOut, loanOf });
  return answer(transaction, releasing, false);
}

/**
 * Refuses the whole batch on a day off, if the step is for working days only, and in quiet hours,
 * if they apply to the channel. The batch then waits for another time.
 */
async function refuseTime(
  transaction: Transaction,
  { portfolioId, today, now }: Releasing,
  { workingDaysOnly, channel }: DunningStep,
) {
  if (workingDaysOnly && !(await isOpen(transaction, portfolioId, today))) {
    return refuse('not_a_working_day');
  }
  const hours = await findQuietHours(transaction, portfolioId);
  const { from, until, timeZone, isQuiet } = quietHoursNow(hours, now);
  const closure = closureOf({ channel, withdrawnChannels: [], isQuiet });
  return closure === null ? null : refuse('quiet_hours', { details: { from, until, timeZone } });
}

type Plan = {
  readonly step: DunningStep;
  readonly texts: TemplateTexts;
  readonly sender: Sender;
};

type Decided = {
  readonly sent: readonly SentMessage[];
  readonly leftOut: readonly LeftOutMessage[];
  readonly loanOf: ReadonlyMap<string, string>;
};

async function decide(
  transaction: Transaction,
  releasing: Releasing,
  plan: Plan,
): Promise<Decided> {
  const { portfolioId, batchId: id, today, now, leaveOut } = releasing;
  const proposed = await listProposed(transaction, { portfolioId, id });
  const sources = await readSources(transaction, {
    portfolioId,
    today,
    now,
    sender: plan.sender,
    loanIds: proposed.map(({ loanId }) => loanId),
  });
  const withheld = new Set(leaveOut);
  const sent: SentMessage[] = [];
  const leftOut: LeftOutMessage[] = [];
  for (const { id: messageId, loanId } of proposed) {
    const decided = decideOne(sources.get(loanId), plan, withheld.has(messageId));
    if ('reason' in decided) leftOut.push({ ...decided, id: messageId });
    else sent.push({ ...decided, id: messageId, mailId: null });
  }
  return { sent, leftOut, loanOf: new Map(proposed.map(({ id: one, loanId }) => [one, loanId])) };
}

type One = Omit<LeftOutMessage, 'id'> | Omit<SentMessage, 'id' | 'mailId'>;

function decideOne(
  source: MessageSource | undefined,
  { step, texts }: Plan,
  isWithheld: boolean,
): One {
  const leave = (reason: LeftOutMessage['reason']) => ({ reason, emptyField: null });
  if (!source) return leave('not-active');
  const reason = leftOutReason(source.loan, step, source.today);
  if (reason !== null) return leave(reason);
  if (isWithheld) return leave('by-hand');
  const { channel } = step;
  const message = writeMessage(source, { channel, texts });
  const { language, recipient, address, subject, body, emptyFields } = message;
  const [emptyField] = emptyFields;
  if (address === null) return leave('no-address');
  if (emptyField) return { reason: 'field-empty', emptyField };
  // A message needs the recipient's name, even if its text does not mention it.
  if (recipient === null) return { reason: 'field-empty', emptyField: 'borrower' };
  return { language, recipient, address, subject, body };
}

/** Puts each e-mail into the outbox, which sends it after the commit. */
async function mailAll(
  transaction: Transaction,
  messages: readonly SentMessage[],
  { portfolioId, at }: { readonly portfolioId: string; readonly at: Date },
): Promise<readonly SentMessage[]> {
  const mailed: SentMessage[] = [];
  for (const message of messages) {
    const { language, address: email, subject, body } = message;
    const mailId = uuidv7();
    const content = { kind: 'written', subject: subject ?? '', body } as const;
    const reader = { email, language };
    await enqueueMail(transaction, { id: mailId, portfolioId, reader, content, at });
    mailed.push({ ...message, mailId });
  }
  return mailed;
}

async function audit(
  transaction: Transaction,
  { portfolioId, batchId, by: actorId, itself, ...call }: Releasing,
  { batch, sent, leftOut, loanOf }: Decided & { readonly batch: HeldBatch },
): Promise<void> {
  const made = { portfolioId, actorId, requestId: call.requestId, at: call.now };
  const facts = { channel: batch.channel, ...factsOfCall(call) };
  await recordAudits(
    transaction,
    sent.map(({ id: messageId }) => ({
      ...made,
      event: 'send-message' as const,
      subject: 'loan' as const,
      subjectId: loanOf.get(messageId) ?? '',
      after: { messageId, ...facts },
    })),
  );
  await recordAudit(transaction, {
    ...made,
    event: 'release-messages',
    subject: 'message-batch',
    subjectId: batchId,
    after: {
      ...facts,
      sent: sent.length,
      leftOut: leftOut.length,
      releasesItself: String(itself),
    },
  });
}

async function answer(
  transaction: Transaction,
  { portfolioId, batchId: id }: Releasing,
  replayed: boolean,
): Promise<Released> {
  const batch = await findBatch(transaction, { portfolioId, id });
  if (!batch) throw new Error(`batch ${id} was released but is missing`);
  return succeed({ sent: batch.sent, leftOut: batch.leftOut, replayed });
}
