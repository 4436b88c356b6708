import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import {
  currency,
  cursor,
  day,
  instant,
  pageLimit,
  positiveOrZeroMinor,
  uuid,
  version,
} from '../values.ts';
import { outboxStates } from '../choices.ts';
import {
  leftOutReasons,
  messageBatchStates,
  messageChannels,
  messageFields,
  messageStates,
  MESSAGES_OF_BATCH_MAX,
  STEP_DAYS_LATE_MAX,
  STEP_EVERY_DAYS_MAX,
} from './letters.values.ts';

const channel = z.enum(messageChannels);
const daysLate = z.int().min(1).max(STEP_DAYS_LATE_MAX);

/** A rule that decides which late loans get a message of a template, and how often. */
const stepRules = {
  templateId: uuid,
  fromDaysLate: daysLate,
  /** Maximum number of days past due; null for no maximum. */
  untilDaysLate: daysLate.nullable(),
  /** A loan gets at most one message of the step in this many days. */
  everyDays: z.int().min(1).max(STEP_EVERY_DAYS_MAX),
  workingDaysOnly: z.boolean(),
  /** Whether loans with a waiting promise get no message. */
  sparesPromises: z.boolean(),
  /** Whether the step's batches are released automatically. */
  releasesItself: z.boolean(),
};

const dunningStep = z.object({
  id: uuid,
  ...stepRules,
  channel,
  templateName: z.string(),
  version,
  changedBy: z.string(),
  changedAt: instant,
});
export type DunningStep = z.infer<typeof dunningStep>;

export const listDunningSteps = endpoint({
  key: 'GET /api/dunning-steps',
  summary: 'List the dunning steps of the portfolio, the earliest first.',
  access: 'manage-letters',
  answer: z.object({ steps: z.array(dunningStep) }),
  failures: ['not_found'],
});
export type ListDunningSteps = typeof listDunningSteps;

export const saveDunningStep = endpoint({
  key: 'PUT /api/dunning-steps/:stepId',
  summary:
    'Create a dunning step under an id of the client, or change it under its latest version.',
  access: 'manage-letters',
  params: z.object({ stepId: uuid }),
  body: z.object({
    ...stepRules,
    /** 0 creates the step. */
    version,
  }),
  answer: dunningStep,
  failures: ['not_found', 'changed_since', 'template_not_found', 'days_late_upside_down'],
});
export type SaveDunningStep = typeof saveDunningStep;

export const removeDunningStep = endpoint({
  key: 'POST /api/dunning-steps/:stepId/remove',
  summary: 'Remove a dunning step. Its waiting batches are discarded.',
  access: 'manage-letters',
  params: z.object({ stepId: uuid }),
  body: z.object({ version }),
  answer: z.object({ id: uuid, discarded: z.int() }),
  failures: ['not_found', 'changed_since'],
});
export type RemoveDunningStep = typeof removeDunningStep;

const messageBatch = z.object({
  id: uuid,
  day,
  channel,
  templateName: z.string(),
  fromDaysLate: z.int(),
  state: z.enum(messageBatchStates),
  proposed: z.int(),
  sent: z.int(),
  leftOut: z.int(),
  proposedAt: instant,
  settledBy: z.string().nullable(),
  settledAt: instant.nullable(),
  /** Whether the batch was released automatically. */
  releasedItself: z.boolean(),
});
export type MessageBatch = z.infer<typeof messageBatch>;

export const listMessageBatches = endpoint({
  key: 'GET /api/message-batches',
  summary:
    'List the batches of messages of the portfolio, newest day first, each day in the order of the steps, in pages.',
  access: 'release-letters',
  query: z.object({
    state: z.enum(messageBatchStates).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(20),
  }),
  answer: z.object({
    batches: z.array(messageBatch),
    /** Total number on all pages. */
    count: z.int(),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListMessageBatches = typeof listMessageBatches;

export const proposeMessages = endpoint({
  key: 'POST /api/message-batches',
  summary: 'Propose today’s batches now. A step that has a batch of today gets no second one.',
  access: 'release-letters',
  body: z.object({}),
  answer: z.object({
    /** Number of new batches. */
    batches: z.int(),
    messages: z.int(),
    /** Whether today is a day off, so that steps for working days were skipped. */
    isDayOff: z.boolean(),
  }),
  failures: ['not_found'],
});
export type ProposeMessages = typeof proposeMessages;

const batchParams = z.object({ messageBatchId: uuid });

const batchedMessage = z.object({
  id: uuid,
  loanId: uuid,
  reference: z.string(),
  borrower: z.string().nullable(),
  state: z.enum(messageStates),
  reason: z.enum(leftOutReasons).nullable(),
  emptyField: z.enum(messageFields).nullable(),
  /** Days past due and overdue amount when the message was proposed. */
  daysLate: z.int(),
  lateMinor: positiveOrZeroMinor,
  currency,
  /**
   * Characters of a letter that print as boxes: as it was sent, or as it would be sent now. Empty
   * for other channels and for messages that were left out.
   */
  unprintable: z.array(z.string()),
});
export type BatchedMessage = z.infer<typeof batchedMessage>;

export const readMessageBatch = endpoint({
  key: 'GET /api/message-batches/:messageBatchId',
  summary: 'Get a batch with its messages, the latest loan first, in pages.',
  access: 'release-letters',
  params: batchParams,
  query: z.object({
    state: z.enum(messageStates).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    batch: messageBatch,
    messages: z.array(batchedMessage),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ReadMessageBatch = typeof readMessageBatch;

export const releaseMessageBatch = endpoint({
  key: 'POST /api/message-batches/:messageBatchId/release',
  summary:
    'Send a batch. Each loan is checked again; a message whose loan was paid or may not be contacted is left out.',
  access: 'release-letters',
  params: batchParams,
  body: z.object({
    /** The id of the release, which the client creates and repeats on every retry. */
    id: uuid,
    /** Messages of the batch that the user leaves out. */
    leaveOut: z.array(uuid).max(MESSAGES_OF_BATCH_MAX),
  }),
  answer: z.object({ sent: z.int(), leftOut: z.int(), replayed: z.boolean() }),
  failures: ['not_found', 'message_batch_settled', 'not_a_working_day', 'quiet_hours'],
});
export type ReleaseMessageBatch = typeof releaseMessageBatch;

export const discardMessageBatch = endpoint({
  key: 'POST /api/message-batches/:messageBatchId/discard',
  summary: 'Discard a batch: none of its messages is sent. The step proposes these loans again.',
  access: 'release-letters',
  params: batchParams,
  body: z.object({}),
  answer: z.object({ replayed: z.boolean() }),
  failures: ['not_found', 'message_batch_settled'],
});
export type DiscardMessageBatch = typeof discardMessageBatch;

export const printMessageBatch = endpoint({
  key: 'GET /api/message-batches/:messageBatchId/letters.pdf',
  summary: 'Print the sent letters of a batch as one PDF; each letter begins a new page.',
  access: 'release-letters',
  params: batchParams,
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['not_found', 'message_batch_not_sent'],
});
export type PrintMessageBatch = typeof printMessageBatch;

export const exportMessageBatch = endpoint({
  key: 'GET /api/message-batches/:messageBatchId/messages.csv',
  summary: 'Download the sent messages of a batch as CSV, for a provider of SMS or WhatsApp.',
  access: 'release-letters',
  params: batchParams,
  answer: z.string(),
  answerType: 'text/csv',
  failures: ['not_found', 'message_batch_not_sent'],
});
export type ExportMessageBatch = typeof exportMessageBatch;

const sentMessageParams = z.object({ loanId: uuid, loanMessageId: uuid });

export const readSentMessage = endpoint({
  key: 'GET /api/loans/:loanId/messages/:loanMessageId',
  summary: 'Get a message about a loan as it was sent.',
  access: 'read-loans',
  params: sentMessageParams,
  answer: z.object({
    id: uuid,
    channel,
    language: z.enum(languages),
    recipient: z.string(),
    address: z.string(),
    subject: z.string().nullable(),
    body: z.string(),
    sentAt: instant,
    releasedBy: z.string(),
    releasedItself: z.boolean(),
    /** Delivery of an e-mail by the mail server; null for other channels. */
    delivery: z.enum(outboxStates).nullable(),
  }),
  failures: ['not_found'],
});
export type ReadSentMessage = typeof readSentMessage;

export const readSentLetterPdf = endpoint({
  key: 'GET /api/loans/:loanId/messages/:loanMessageId/letter.pdf',
  summary: 'Print a letter about a loan from its text as it was sent.',
  access: 'read-loans',
  params: sentMessageParams,
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['not_found'],
});
export type ReadSentLetterPdf = typeof readSentLetterPdf;
