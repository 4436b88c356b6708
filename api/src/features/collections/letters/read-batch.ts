import type { ReadMessageBatch } from '@bursar/contracts/collections/dunning';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { findUnprintable } from '../../../platform/pdf/find-unprintable.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import {
  findBatch,
  findWaitingTemplate,
  listMessagesOfBatch,
  type MessageQuery,
} from './batches.store.ts';
import { listMessageLoans } from './message-loans.store.ts';
import { readSender } from './read-sender.ts';
import { findTemplate } from './templates.store.ts';
import { printedText, writeMessage } from './write-message.ts';

type Context = Pick<CommandContext, 'session' | 'now'>;

/**
 * Reads a batch and a page of its messages, with the characters of its letters that print as boxes;
 * null if there is no such batch.
 */
export async function readBatch(
  database: Database,
  asked: MessageQuery,
  context: Context,
): Promise<AnswerOf<ReadMessageBatch> | null> {
  const batch = await findBatch(database, asked);
  if (!batch) return null;
  const { page, nextCursor } = await listMessagesOfBatch(database, asked);
  const isLetter = batch.channel === 'letter' && page.length > 0;
  const waiting = isLetter
    ? await writeWaiting(database, { ...asked, loanIds: page.map(({ loanId }) => loanId) }, context)
    : null;
  const printed = page.map(({ state, printed: sent, loanId }) =>
    state === 'proposed' ? (waiting?.get(loanId) ?? '') : sent,
  );
  const boxes = isLetter ? await findUnprintable(printed) : [];
  const messages = page.map(({ referenceNumber, printed: _printed, ...message }, at) => ({
    ...message,
    reference: loanReference(referenceNumber),
    unprintable: [...(boxes[at] ?? [])],
  }));
  return { batch, messages, nextCursor };
}

type Waiting = Pick<MessageQuery, 'portfolioId' | 'id'> & { readonly loanIds: readonly string[] };

/**
 * Writes the letters of a waiting batch as they would be sent now; none if the batch is settled. It
 * leaves out the payoff and the next instalment, which need each loan's schedule and which all
 * fonts can print.
 */
async function writeWaiting(
  database: Database,
  { portfolioId, id, loanIds }: Waiting,
  { session: { businessDate: today }, now }: Context,
): Promise<ReadonlyMap<string, string>> {
  const templateId = await findWaitingTemplate(database, { portfolioId, id });
  const texts = templateId && (await findTemplate(database, { portfolioId, id: templateId }));
  if (!texts) return new Map();
  const day = { portfolioId, today, at: now.toISOString() };
  const [sender, loans] = await Promise.all([
    readSender(database, portfolioId),
    listMessageLoans(database, { ...day, loanIds }),
  ]);
  const figures = { payoffMinor: null, next: null };
  const written = [...loans].map(([loanId, loan]) => {
    const message = writeMessage({ loan, figures, sender, today }, { channel: 'letter', texts });
    return [loanId, printedText(sender, message)] as const;
  });
  return new Map(written);
}
