/** Channels for messages that are sent without a conversation. */
export const messageChannels = ['letter', 'email', 'sms', 'whatsapp'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const hasSubject = (channel: MessageChannel): boolean =>
  channel === 'letter' || channel === 'email';

/**
 * Maximum text length per channel. A longer SMS would be split into many parts, each of which costs
 * money.
 */
export const messageTextMax = { letter: 5000, email: 5000, sms: 600, whatsapp: 1000 } as const;

export const MESSAGE_SUBJECT_MAX = 200;

/**
 * The fields of a template, written as `{{amount_late}}`. Their values come from the loan on the
 * day on which the message is sent.
 */
export const messageFields = [
  'borrower',
  'loan',
  'amount_late',
  'amount_due',
  'days_late',
  'late_since',
  'next_due_date',
  'next_amount',
  'payoff',
  'outstanding',
  'today',
  'lender',
  'lender_address',
  'how_to_pay',
  'agent',
] as const;
export type MessageField = (typeof messageFields)[number];

export const isMessageField = (name: string): name is MessageField =>
  messageFields.some((field) => field === name);

export type TemplateProblem =
  | { readonly kind: 'unknown-field'; readonly name: string }
  | { readonly kind: 'not-closed'; readonly name: string };

/** A field in a text. Other double braces are a problem; single braces are plain text. */
const fieldPattern = /\{\{([^{}]*)\}\}/g;

/** Returns the first problem of a template's text; null if all its fields are known and closed. */
export function templateProblem(text: string): TemplateProblem | null {
  for (const [, inside = ''] of text.matchAll(fieldPattern)) {
    const name = inside.trim();
    if (!isMessageField(name)) return { kind: 'unknown-field', name: name || '{{}}' };
  }
  const rest = text.replaceAll(fieldPattern, '');
  const open = /\{\{[^\n]{0,30}|[^\s{}]{0,30}\}\}/.exec(rest);
  return open ? { kind: 'not-closed', name: open[0] } : null;
}

/** Lists the fields that a text uses, each once. */
export function fieldsIn(text: string): readonly MessageField[] {
  const names = [...text.matchAll(fieldPattern)].map(([, inside = '']) => inside.trim());
  return messageFields.filter((field) => names.includes(field));
}

/** The values of the fields; null for a field without a value. */
export type FieldValues = Readonly<Record<MessageField, string | null>>;

/** Fills the fields of a text. A field without a value stays as it is written. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replaceAll(fieldPattern, (written: string, inside: string) => {
    const name = inside.trim();
    return (isMessageField(name) ? values[name] : null) ?? written;
  });
}

/** Reasons why a message was left out of its batch. */
export const leftOutReasons = [
  'paid',
  'less-late',
  'later-step',
  'not-active',
  'disputed',
  'deceased',
  'consent-withdrawn',
  'promised',
  'no-address',
  'field-empty',
  'by-hand',
  'discarded',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const messageStates = ['proposed', 'sent', 'left-out'] as const;
export const messageBatchStates = ['proposed', 'released', 'discarded'] as const;

/** The limits of a dunning step. */
export const STEP_DAYS_LATE_MAX = 3650;
export const STEP_EVERY_DAYS_MAX = 365;

/**
 * Maximum number of loans in one batch, the longest overdue first. The other loans follow the next
 * day.
 */
export const MESSAGES_OF_BATCH_MAX = 1000;
