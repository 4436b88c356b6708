import type { ReadSentMessage } from '@bursar/contracts/collections/dunning';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable } from '../../../platform/database.ts';
import type { Letter } from './write-letter.ts';

type MessageKey = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly id: string;
};

/** Finds a message as it was sent; null if it was not sent or is about another loan. */
export async function findSentMessage(
  sql: Queryable,
  { portfolioId, loanId, id }: MessageKey,
): Promise<AnswerOf<ReadSentMessage> | null> {
  const [row] = await sql<AnswerOf<ReadSentMessage>[]>`
    select message.id, message.channel, message.language, message.recipient, message.address,
      message.subject, message.body, message.sent_at, settler.name as released_by,
      batch.released_itself, case
        when mail.id is null then null when mail.sent_at is not null then 'sent'
        when mail.last_failure is not null then 'failed' else 'waiting' end as delivery
    from loan_messages message
    join message_batches batch
      on batch.portfolio_id = message.portfolio_id and batch.id = message.batch_id
    join accounts settler on settler.id = batch.settled_by
    left join outbox mail on mail.id = message.mail_id
    where message.portfolio_id = ${portfolioId} and message.loan_id = ${loanId}
      and message.id = ${id} and message.state = 'sent'`;
  return row ? { ...row } : null;
}

type SentLetterRow = Omit<Letter, 'sender' | 'reference'> & {
  readonly senderName: string;
  readonly senderAddress: string;
  readonly referenceNumber: number;
};

type Letters = { readonly portfolioId: string } & (
  | { readonly batchId: string }
  | { readonly messageId: string; readonly loanId: string }
);

/** Reads letters with their texts as they were sent. */
export async function listSentLetters(
  sql: Queryable,
  { portfolioId, ...asked }: Letters,
): Promise<readonly SentLetterRow[]> {
  const named =
    'batchId' in asked
      ? sql`message.batch_id = ${asked.batchId}`
      : sql`message.id = ${asked.messageId} and message.loan_id = ${asked.loanId}`;
  const rows = await sql<SentLetterRow[]>`
    select message.language, batch.sender_name, batch.sender_address, batch.print_dates, message.recipient,
      message.address, message.subject, message.body, loan.reference_number,
      (message.sent_at at time zone portfolio.time_zone)::date as day
    from loan_messages message
    join message_batches batch
      on batch.portfolio_id = message.portfolio_id and batch.id = message.batch_id
    join loans loan on loan.portfolio_id = message.portfolio_id and loan.id = message.loan_id
    join portfolios portfolio on portfolio.id = message.portfolio_id
    where message.portfolio_id = ${portfolioId} and ${named} and message.state = 'sent'
      and message.channel = 'letter'
    order by -message.days_late, message.id`;
  return rows.map((row) => ({ ...row }));
}

export type TextMessage = {
  readonly id: string;
  readonly address: string;
  readonly body: string;
  readonly language: string;
  readonly recipient: string;
  readonly referenceNumber: number;
};

/** Reads the sent SMS or WhatsApp messages of a batch. */
export async function listTextMessages(
  sql: Queryable,
  { portfolioId, batchId }: { readonly portfolioId: string; readonly batchId: string },
): Promise<readonly TextMessage[]> {
  const rows = await sql<TextMessage[]>`
    select message.id, message.address, message.body, message.language, message.recipient,
      loan.reference_number
    from loan_messages message
    join loans loan on loan.portfolio_id = message.portfolio_id and loan.id = message.loan_id
    where message.portfolio_id = ${portfolioId} and message.batch_id = ${batchId}
      and message.state = 'sent' and message.channel in ('sms', 'whatsapp')
    order by -message.days_late, message.id`;
  return rows.map((row) => ({ ...row }));
}

export type ReleasableBatch = {
  readonly portfolioId: string;
  readonly batchId: string;
  readonly today: string;
  /** The manager who last changed the step. */
  readonly releasedBy: string;
};

/**
 * Lists waiting batches with automatic release, if the manager who last changed the step is still
 * active.
 */
export function listReleasable(sql: Queryable, now: string): Promise<ReleasableBatch[]> {
  return sql<ReleasableBatch[]>`
    select batch.portfolio_id, batch.id as batch_id, step.changed_by as released_by,
      (${now}::timestamptz at time zone portfolio.time_zone)::date as today
    from message_batches batch
    join dunning_steps step on step.portfolio_id = batch.portfolio_id and step.id = batch.step_id
    join portfolios portfolio on portfolio.id = batch.portfolio_id
    join accounts manager on manager.id = step.changed_by and manager.status = 'active'
    where batch.state = 'proposed' and step.releases_itself and step.removed_at is null
    order by batch.portfolio_id, batch.day, batch.id`;
}
