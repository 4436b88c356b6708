import { z } from 'zod';
import { attachmentsMax, uploadFailures } from '../records/document-types.ts';
import { recordAnswer } from '../app-records.ts';
import { mailFolders, mailPlaces, tagColours } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import {
  cursor,
  instant,
  nameText,
  nameTitle,
  namedRef,
  pageLimit,
  uuid,
  version,
} from '../values.ts';

const attachment = z.object({ id: uuid, name: z.string(), mediaType: z.string(), bytes: z.int() });
export type MailAttachment = z.infer<typeof attachment>;

const addressee = z.object({ kind: z.enum(['person', 'team']), id: uuid, name: z.string() });
export type MailAddressee = z.infer<typeof addressee>;

const labelFacts = { name: nameTitle.max(40), colour: z.enum(tagColours) };
const label = z.object({ id: uuid, version, ...labelFacts });
export type MailLabel = z.infer<typeof label>;

/** A conversation as its reader sees it; in the drafts folder, one unsent message. */
const listedMail = z.object({
  id: uuid,
  threadId: uuid,
  isDraft: z.boolean(),
  subject: z.string(),
  /** The beginning of the conversation's latest message. */
  preview: z.string(),
  /** The authors, in the order of their first messages; empty for a draft. */
  from: z.array(namedRef),
  /** The recipients of the conversation's latest message. */
  to: z.array(z.string()),
  mails: z.int(),
  at: instant,
  place: z.enum(mailPlaces),
  isUnread: z.boolean(),
  isStarred: z.boolean(),
  hasAttachments: z.boolean(),
  labelIds: z.array(uuid),
});
export type ListedMail = z.infer<typeof listedMail>;

export const listStaffMail = endpoint({
  key: 'GET /api/internal-mails',
  summary:
    'List the caller’s staff mail by folder, search terms and label, newest first, in pages.',
  access: 'signed-in',
  query: z.object({
    folder: z.enum(mailFolders).default('inbox'),
    /**
     * Searches the subject, the text, the people and the names of attachments; in the drafts
     * folder, only the subject and the text.
     */
    q: z.string().max(100).optional(),
    labelId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(listedMail),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListStaffMail = typeof listStaffMail;

export const countStaffMail = endpoint({
  key: 'GET /api/internal-mails/counts',
  summary: 'Count the unread conversations in the caller’s inbox and the caller’s drafts.',
  access: 'signed-in',
  answer: z.object({ unread: z.int(), drafts: z.int() }),
  failures: [],
});
export type CountStaffMail = typeof countStaffMail;

export const listAddressees = endpoint({
  key: 'GET /api/internal-mails/addressees',
  summary: 'List the colleagues and teams to whom the caller can write.',
  access: 'signed-in',
  answer: z.object({ addressees: z.array(addressee) }),
  failures: [],
});
export type ListAddressees = typeof listAddressees;

const draft = z.object({
  id: uuid,
  threadId: uuid,
  to: z.array(addressee),
  cc: z.array(addressee),
  subject: z.string(),
  html: z.string(),
  attachments: z.array(attachment),
  savedAt: instant,
});
export type MailDraft = z.infer<typeof draft>;

const sentMail = z.object({
  id: uuid,
  from: namedRef,
  to: z.array(addressee),
  cc: z.array(addressee),
  /** Rich text, sanitised when it was stored. */
  html: z.string(),
  attachments: z.array(attachment),
  sentAt: instant,
});
export type SentMail = z.infer<typeof sentMail>;

export const readMailThread = endpoint({
  key: 'GET /api/internal-mail-threads/:threadId',
  summary:
    'Get a conversation: the mails that the caller sent or received, and the caller’s drafts.',
  access: 'signed-in',
  params: z.object({ threadId: uuid }),
  answer: z.object({
    id: uuid,
    subject: z.string(),
    place: z.enum(mailPlaces),
    isUnread: z.boolean(),
    isStarred: z.boolean(),
    labelIds: z.array(uuid),
    mails: z.array(sentMail),
    drafts: z.array(draft),
  }),
  failures: ['not_found'],
});
export type ReadMailThread = typeof readMailThread;

/**
 * The client creates a message's id and sends it again with every retry, so that the message is
 * sent once.
 */
const mailParams = z.object({ internalMailId: uuid });

export const readMailDraft = endpoint({
  key: 'GET /api/internal-mails/:internalMailId/draft',
  summary: 'Get one of the caller’s drafts.',
  access: 'signed-in',
  params: mailParams,
  answer: draft,
  failures: ['not_found'],
});
export type ReadMailDraft = typeof readMailDraft;

const mailInputs = z.object({
  /**
   * The message that this one answers in the same conversation. The caller must be the author or a
   * recipient of the answered message.
   */
  answersId: uuid.nullable(),
  accountIds: z.array(uuid).max(50),
  teamIds: z.array(uuid).max(50),
  /** Recipients in copy. Those that are also direct recipients are left out here. */
  ccAccountIds: z.array(uuid).max(50).default([]),
  ccTeamIds: z.array(uuid).max(50).default([]),
  subject: z.string().max(200),
  html: z.string().max(60_000),
  /** Attachments that the caller uploaded, or of messages that the caller sent or received. */
  attachmentIds: z.array(uuid).max(attachmentsMax),
});
export type MailInputs = z.infer<typeof mailInputs>;

const draftFailures = [
  'not_found',
  'mail_already_sent',
  'recipient_not_found',
  'attachment_not_found',
] as const;

export const saveMailDraft = endpoint({
  key: 'PUT /api/internal-mails/:internalMailId/draft',
  summary:
    'Save a draft; the first save creates it. Later saves may use the client’s id or the mail’s id from the answer.',
  access: 'signed-in',
  params: mailParams,
  body: mailInputs,
  answer: z.object({ id: uuid, threadId: uuid, savedAt: instant }),
  failures: draftFailures,
});
export type SaveMailDraft = typeof saveMailDraft;

export const sendStaffMail = endpoint({
  key: 'POST /api/internal-mails/:internalMailId/send',
  summary:
    'Send a mail. Teams expand to their current desk and agents; a retry sends it only once.',
  access: 'signed-in',
  params: mailParams,
  body: mailInputs,
  answer: z.object({ id: uuid, threadId: uuid, recipients: z.int(), replayed: z.boolean() }),
  failures: [...draftFailures, 'id_reused_with_different_content', 'recipients_missing'],
});
export type SendStaffMail = typeof sendStaffMail;

export const discardMailDraft = endpoint({
  key: 'POST /api/internal-mails/:internalMailId/discard',
  summary: 'Delete one of the caller’s drafts.',
  access: 'signed-in',
  params: mailParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'mail_already_sent'],
});
export type DiscardMailDraft = typeof discardMailDraft;

const manyThreads = z.array(uuid).min(1).max(200);

export const markMailThreads = endpoint({
  key: 'POST /api/internal-mails/mark',
  summary:
    'Mark the caller’s conversations as read, or star, move or label them. Other readers are not affected.',
  access: 'signed-in',
  body: z.object({
    threadIds: manyThreads,
    isUnread: z.boolean().optional(),
    isStarred: z.boolean().optional(),
    place: z.enum(mailPlaces).optional(),
    /** The caller’s own labels. */
    addLabelId: uuid.optional(),
    removeLabelId: uuid.optional(),
  }),
  answer: z.object({ marked: z.int() }),
  failures: ['not_found'],
});
export type MarkMailThreads = typeof markMailThreads;

export const eraseMailThreads = endpoint({
  key: 'POST /api/internal-mails/erase',
  summary: 'Erase all or some of the caller’s trash. Other readers keep the mail.',
  access: 'signed-in',
  body: z.object({ threadIds: manyThreads.nullable() }),
  answer: z.object({ erased: z.int() }),
  failures: [],
});
export type EraseMailThreads = typeof eraseMailThreads;

export const listMailLabels = endpoint({
  key: 'GET /api/internal-mail-labels',
  summary: 'List the caller’s mail labels by name.',
  access: 'signed-in',
  answer: z.object({ labels: z.array(label) }),
  failures: [],
});
export type ListMailLabels = typeof listMailLabels;

export const createMailLabel = endpoint({
  key: 'POST /api/internal-mail-labels',
  summary: 'Create a mail label.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: z.object({ id: uuid, ...labelFacts }),
  answer: recordAnswer,
  failures: ['label_name_already_used', 'id_reused_with_different_content', 'not_found'],
});
export type CreateMailLabel = typeof createMailLabel;

const labelParams = z.object({ labelId: uuid });

export const changeMailLabel = endpoint({
  key: 'PUT /api/internal-mail-labels/:labelId',
  summary: 'Rename or recolour a mail label.',
  access: 'signed-in',
  params: labelParams,
  body: z.object({ version, ...labelFacts }),
  answer: recordAnswer,
  failures: ['not_found', 'label_name_already_used', 'changed_since', 'only_maker_may'],
});
export type ChangeMailLabel = typeof changeMailLabel;

export const removeMailLabel = endpoint({
  key: 'POST /api/internal-mail-labels/:labelId/remove',
  summary: 'Delete a mail label. Its mail remains.',
  access: 'signed-in',
  params: labelParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type RemoveMailLabel = typeof removeMailLabel;

export const uploadAttachment = endpoint({
  key: 'POST /api/internal-mail-attachments',
  summary:
    'Upload an attachment for a draft. The same types and sizes as for documents are allowed.',
  access: 'signed-in',
  query: z.object({
    /**
     * The client creates this id and repeats it on every retry. The attachment gets another id,
     * which the answer contains.
     */
    id: uuid,
    fileName: nameText.min(1).max(255),
  }),
  streamedBody: 'application/octet-stream',
  answer: attachment,
  failures: uploadFailures,
});
export type UploadAttachment = typeof uploadAttachment;

export const readAttachment = endpoint({
  key: 'GET /api/internal-mail-attachments/:attachmentId/content',
  summary:
    'Download an attachment. For its uploader, and for the sender and recipients of a mail that has it.',
  access: 'signed-in',
  params: z.object({ attachmentId: uuid }),
  answer: z.string(),
  answerType: 'application/octet-stream',
  failures: ['not_found', 'document_missing', 'document_damaged'],
});
export type ReadAttachment = typeof readAttachment;
