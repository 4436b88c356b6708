import type {
  BatchedMessage,
  ListMessageBatches,
  MessageBatch,
  ReadMessageBatch,
} from '@bursar/contracts/collections/dunning';
import type {
  LeftOutReason,
  MessageChannel,
  MessageField,
} from '@bursar/contracts/collections/letters.values';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { Language } from '@bursar/contracts/languages';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Sender } from './write-message.ts';

type BatchKey = { readonly portfolioId: string; readonly id: string };

type NewBatch = BatchKey & {
  readonly stepId: string;
  readonly templateId: string;
  readonly channel: MessageChannel;
  readonly day: string;
  readonly at: string;
};

/** Inserts a batch; returns false if the step already has a batch of this day. */
export async function insertBatch(
  transaction: Transaction,
  { portfolioId, id, stepId, templateId, channel, day, at }: NewBatch,
): Promise<boolean> {
  const rows = await transaction`
    insert into message_batches
      (portfolio_id, id, step_id, template_id, channel, day, proposed_at)
    values (${portfolioId}, ${id}, ${stepId}, ${templateId}, ${channel}, ${day}, ${at})
    on conflict (portfolio_id, step_id, day) do nothing returning id`;
  return rows.length > 0;
}

type NewMessage = {
  readonly id: string;
  readonly loanId: string;
  readonly daysLate: number;
  readonly lateMinor: number;
};

export async function insertMessages(
  transaction: Transaction,
  { portfolioId, id, stepId, channel, day }: Omit<NewBatch, 'templateId' | 'at'>,
  messages: readonly NewMessage[],
): Promise<void> {
  await transaction`
    insert into loan_messages
      (portfolio_id, id, batch_id, step_id, loan_id, day, channel, days_late, late_minor)
    select ${portfolioId}, message.id, ${id}, ${stepId}, message."loanId", ${day}, ${channel},
      message."daysLate", message."lateMinor"
    from jsonb_to_recordset(${transaction.json(messages.map((message) => ({ ...message })))})
      as message (id uuid, "loanId" uuid, "daysLate" integer, "lateMinor" bigint)`;
}

function selectBatches(sql: Queryable) {
  const counted = (state: string) => sql`(
    select count(*) from loan_messages message
    where message.portfolio_id = batch.portfolio_id and message.batch_id = batch.id
      and message.state = ${state})`;
  return sql`
    select batch.id, batch.day, batch.channel, template.name as template_name,
      step.from_days_late, batch.state, ${counted('proposed')} as proposed,
      ${counted('sent')} as sent, ${counted('left-out')} as left_out, batch.proposed_at,
      settler.name as settled_by, batch.settled_at, batch.released_itself
    from message_batches batch
    join dunning_steps step on step.portfolio_id = batch.portfolio_id and step.id = batch.step_id
    join message_templates template
      on template.portfolio_id = batch.portfolio_id and template.id = batch.template_id
    left join accounts settler on settler.id = batch.settled_by`;
}

type BatchQuery = InputOf<ListMessageBatches>['query'] & {
  readonly portfolioId: string;
  readonly limit: number;
};

/**
 * Lists batches, the newest day first and those of a day in the order of their steps as they are
 * now, with the total number of matches.
 */
export async function listBatches(
  sql: Queryable,
  { portfolioId, state, after, limit }: BatchQuery,
) {
  const cursor = readCursorOf(after, ['day', 'integer']);
  const [day = null, fromDaysLate = null] = cursor?.values ?? [];
  const matching = sql`batch.portfolio_id = ${portfolioId}
    ${state ? sql`and batch.state = ${state}` : sql``}`;
  const [rows, [all]] = await Promise.all([
    sql<MessageBatch[]>`
      ${selectBatches(sql)} where ${matching}
        ${
          cursor
            ? sql`and (batch.day < ${day}::date or batch.day = ${day}::date
          and (step.from_days_late, batch.id) > (${fromDaysLate}::int, ${cursor.id}::uuid))`
            : sql``
        }
      order by batch.day desc, step.from_days_late, batch.id limit ${limit + 1}`,
    sql<{ count: number }[]>`select count(*) from message_batches batch where ${matching}`,
  ]);
  const valueOf = (row: MessageBatch) => [row.day, row.fromDaysLate];
  const { page, nextCursor } = pageOf(rows, { limit, valueOf });
  return { batches: page.map((row) => ({ ...row })), nextCursor, count: all?.count ?? 0 };
}

export async function findBatch(
  sql: Queryable,
  { portfolioId, id }: BatchKey,
): Promise<MessageBatch | null> {
  const [row] = await sql<MessageBatch[]>`
    ${selectBatches(sql)} where batch.portfolio_id = ${portfolioId} and batch.id = ${id}`;
  return row ? { ...row } : null;
}

/** Returns the template of a batch that is not settled; null for other batches. */
export async function findWaitingTemplate(
  sql: Queryable,
  { portfolioId, id }: BatchKey,
): Promise<string | null> {
  const [row] = await sql<{ templateId: string }[]>`
    select template_id from message_batches
    where portfolio_id = ${portfolioId} and id = ${id} and state = 'proposed'`;
  return row?.templateId ?? null;
}

export type MessageQuery = InputOf<ReadMessageBatch>['query'] &
  BatchKey & { readonly limit: number };
type MessageRow = Omit<BatchedMessage, 'reference' | 'unprintable'> & {
  readonly referenceNumber: number;
  /** All texts of the letter as it was sent; empty if it was not. */
  readonly printed: string;
};

export async function listMessagesOfBatch(
  sql: Queryable,
  { portfolioId, id, state, after, limit }: MessageQuery,
) {
  const cursor = readCursorOf(after, ['integer']);
  const [late] = cursor?.values ?? [];
  const rows = await sql<MessageRow[]>`
    select message.id, message.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, message.state, message.reason,
      message.empty_field, message.days_late, message.late_minor, loan.currency,
      case message.state when 'sent' then concat_ws(E'\\n', batch.sender_name,
        batch.sender_address, message.recipient, message.address, message.subject, message.body)
        else '' end as printed
    from loan_messages message
    join message_batches batch
      on batch.portfolio_id = message.portfolio_id and batch.id = message.batch_id
    join loans loan on loan.portfolio_id = message.portfolio_id and loan.id = message.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where message.portfolio_id = ${portfolioId} and message.batch_id = ${id}
      ${state ? sql`and message.state = ${state}` : sql``}
      ${cursor && late !== undefined ? sql`and (-message.days_late, message.id) > (${-Number(late)}::int, ${cursor.id}::uuid)` : sql``}
    order by -message.days_late, message.id limit ${limit + 1}`;
  return pageOf(rows, { limit, valueOf: ({ daysLate }) => daysLate });
}

export type HeldBatch = {
  readonly stepId: string;
  readonly templateId: string;
  readonly channel: MessageChannel;
  readonly state: MessageBatch['state'];
  readonly releaseId: string | null;
};

/** Locks a batch until the transaction ends, so that it is settled once. */
export async function lockBatch(
  transaction: Transaction,
  { portfolioId, id }: BatchKey,
): Promise<HeldBatch | null> {
  const [row] = await transaction<HeldBatch[]>`
    select step_id, template_id, channel, state, release_id from message_batches
    where portfolio_id = ${portfolioId} and id = ${id} for update`;
  return row ? { ...row } : null;
}

export async function listProposed(
  sql: Queryable,
  { portfolioId, id }: BatchKey,
): Promise<readonly { readonly id: string; readonly loanId: string }[]> {
  const rows = await sql<{ id: string; loanId: string }[]>`
    select id, loan_id from loan_messages
    where portfolio_id = ${portfolioId} and batch_id = ${id} and state = 'proposed'
    order by days_late desc, id`;
  return rows.map((row) => ({ ...row }));
}

export type SentMessage = {
  readonly id: string;
  readonly language: Language;
  readonly recipient: string;
  readonly address: string;
  readonly subject: string | null;
  readonly body: string;
  readonly mailId: string | null;
};

export type LeftOutMessage = {
  readonly id: string;
  readonly reason: LeftOutReason;
  readonly emptyField: MessageField | null;
};

type Released = {
  readonly portfolioId: string;
  readonly at: string;
  readonly sent: readonly SentMessage[];
  readonly leftOut: readonly LeftOutMessage[];
};

/** Stores the text of each sent message, and why the other messages were left out. */
export async function recordReleased(
  transaction: Transaction,
  { portfolioId, at, sent, leftOut }: Released,
): Promise<void> {
  await transaction`
    update loan_messages message set state = 'sent', sent_at = ${at}, language = sent.language,
      recipient = sent.recipient, address = sent.address, subject = sent.subject, body = sent.body,
      mail_id = sent."mailId"
    from jsonb_to_recordset(${transaction.json(sent.map((one) => ({ ...one })))}) as sent (id uuid,
      language text, recipient text, address text, subject text, body text, "mailId" uuid)
    where message.portfolio_id = ${portfolioId} and message.id = sent.id`;
  await transaction`
    update loan_messages message set state = 'left-out', reason = left_out.reason,
      empty_field = left_out."emptyField"
    from jsonb_to_recordset(${transaction.json(leftOut.map((one) => ({ ...one })))})
      as left_out (id uuid, reason text, "emptyField" text)
    where message.portfolio_id = ${portfolioId} and message.id = left_out.id`;
}

type Settled = BatchKey & { readonly by: string; readonly at: string };

export async function markReleased(
  transaction: Transaction,
  {
    portfolioId,
    id,
    by,
    at,
    releaseId,
    itself,
    sender,
  }: Settled & {
    readonly releaseId: string;
    readonly itself: boolean;
    readonly sender: Sender;
  },
): Promise<void> {
  await transaction`
    update message_batches set state = 'released', settled_by = ${by}, settled_at = ${at},
      release_id = ${releaseId}, released_itself = ${itself}, sender_name = ${sender.name},
      sender_address = ${sender.address}, print_dates = ${sender.printFormat.dates}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/**
 * Discards a batch. Its messages do not count, so the step's next batch can have their loans again.
 */
export async function markDiscarded(
  transaction: Transaction,
  { portfolioId, id, by, at }: Settled,
): Promise<void> {
  await transaction`
    update loan_messages set state = 'left-out', reason = 'discarded'
    where portfolio_id = ${portfolioId} and batch_id = ${id} and state = 'proposed'`;
  await transaction`
    update message_batches set state = 'discarded', settled_by = ${by}, settled_at = ${at}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/** Discards the waiting batches of a step and returns their number. */
export async function discardBatchesOf(
  transaction: Transaction,
  { portfolioId, stepId, by, at }: Omit<Settled, 'id'> & { readonly stepId: string },
): Promise<number> {
  const waiting = await transaction<{ id: string }[]>`
    select id from message_batches
    where portfolio_id = ${portfolioId} and step_id = ${stepId} and state = 'proposed'
    order by id for update`;
  for (const { id } of waiting) await markDiscarded(transaction, { portfolioId, id, by, at });
  return waiting.length;
}
