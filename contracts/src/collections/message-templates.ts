import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { instant, nameTitle, uuid, version } from '../values.ts';
import { messageChannels, messageFields, MESSAGE_SUBJECT_MAX } from './letters.values.ts';

const channel = z.enum(messageChannels);

/** One line; the subject of an e-mail may not contain a line break. */
const subject = z
  .string()
  .max(MESSAGE_SUBJECT_MAX)
  .regex(/^[^\r\n]*$/);
const text = z.string().max(5000);

/** The texts of a message in one language. If there are none, the other language is used. */
const texts = z.object({
  /** Null except for letters and e-mails. */
  subject: subject.nullable(),
  body: text,
});

const templateTexts = {
  en: texts.nullable(),
  ae: texts.nullable(),
};

const messageTemplate = z.object({
  id: uuid,
  name: z.string(),
  channel,
  ...templateTexts,
  version,
  changedBy: z.string(),
  changedAt: instant,
  /** Number of dunning steps that use the template, which can be removed only if there are none. */
  steps: z.int(),
});
export type MessageTemplate = z.infer<typeof messageTemplate>;

export const listMessageTemplates = endpoint({
  key: 'GET /api/message-templates',
  summary: 'List the templates of letters and messages of the portfolio.',
  access: 'manage-letters',
  answer: z.object({ templates: z.array(messageTemplate) }),
  failures: ['not_found'],
});
export type ListMessageTemplates = typeof listMessageTemplates;

const textFailures = [
  'template_text_missing',
  'template_subject_missing',
  'template_text_too_long',
  'template_field_unknown',
  'template_field_not_closed',
] as const;

export const saveMessageTemplate = endpoint({
  key: 'PUT /api/message-templates/:templateId',
  summary: 'Create a template under an id of the client, or change it under its latest version.',
  access: 'manage-letters',
  params: z.object({ templateId: uuid }),
  body: z.object({
    name: nameTitle.max(120),
    channel,
    ...templateTexts,
    /** 0 creates the template. */
    version,
  }),
  answer: messageTemplate,
  failures: [
    'not_found',
    'changed_since',
    'template_channel_fixed',
    ...textFailures,
    'name_already_used',
  ],
});
export type SaveMessageTemplate = typeof saveMessageTemplate;

export const removeMessageTemplate = endpoint({
  key: 'POST /api/message-templates/:templateId/remove',
  summary: 'Remove a template that no dunning step uses.',
  access: 'manage-letters',
  params: z.object({ templateId: uuid }),
  body: z.object({ version }),
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'changed_since', 'template_in_use'],
});
export type RemoveMessageTemplate = typeof removeMessageTemplate;

export const previewMessage = endpoint({
  key: 'POST /api/message-templates/preview',
  summary: 'Write a text with the values of a loan today. Nothing is sent.',
  access: 'manage-letters',
  body: z.object({
    channel,
    ...templateTexts,
    loanId: uuid,
    /** The default is the borrower’s language, or English if that is unknown. */
    language: z.enum(languages).optional(),
  }),
  answer: z.object({
    language: z.enum(languages),
    recipient: z.string().nullable(),
    /** The address or number that the message would be sent to; null if the borrower has none. */
    address: z.string().nullable(),
    subject: z.string().nullable(),
    body: z.string(),
    /** Fields of the text for which the loan has no value. Such a message is not sent. */
    emptyFields: z.array(z.enum(messageFields)),
    /** Characters of a letter that print as boxes; empty for other channels. */
    unprintable: z.array(z.string()),
  }),
  failures: ['not_found', ...textFailures],
});
export type PreviewMessage = typeof previewMessage;

export const previewLetterPdf = endpoint({
  key: 'GET /api/loans/:loanId/letters/:templateId/preview.pdf',
  summary: 'Print a saved letter template with the values of a loan today. Nothing is sent.',
  access: 'manage-letters',
  params: z.object({ loanId: uuid, templateId: uuid }),
  query: z.object({ language: z.enum(languages).optional() }),
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['not_found'],
});
export type PreviewLetterPdf = typeof previewLetterPdf;
