import {
  hasSubject,
  messageTextMax,
  templateProblem,
  type MessageChannel,
} from '@bursar/contracts/collections/letters.values';
import { refusalSentence } from '../../../lib/failure-sentence.ts';
import type { Template } from './letters.queries.ts';

type Text = { readonly subject: string; readonly body: string };

export type TemplateValues = {
  readonly name: string;
  readonly channel: MessageChannel;
  readonly en: Text;
  readonly ae: Text;
};

export type TextPlace = `${'en' | 'ae'}.${'subject' | 'body'}`;

export function valuesOf(template: Template | null): TemplateValues {
  const textOf = (language: 'en' | 'ae') => ({
    subject: template?.[language]?.subject ?? '',
    body: template?.[language]?.body ?? '',
  });
  return {
    name: template?.name ?? '',
    channel: template?.channel ?? 'letter',
    en: textOf('en'),
    ae: textOf('ae'),
  };
}

/** The texts as they are sent: null for a language without any text. */
export function textsOf({ channel, en, ae }: TemplateValues) {
  const sent = ({ subject, body }: Text) => {
    const isEmpty = body.trim() === '' && (subject.trim() === '' || !hasSubject(channel));
    return isEmpty ? null : { subject: hasSubject(channel) ? subject : null, body };
  };
  return { en: sent(en), ae: sent(ae) };
}

/** Returns the errors of the texts by place, with the sentences of the server's refusals. */
export function problemsOf(values: TemplateValues): Partial<Record<TextPlace, string | undefined>> {
  const texts = textsOf(values);
  const problems: Partial<Record<TextPlace, string | undefined>> = {};
  if (!texts.en && !texts.ae) problems['en.body'] = sentence('template_text_missing');
  for (const language of ['en', 'ae'] as const) {
    const text = texts[language];
    if (!text) continue;
    const { subject, body } = text;
    const max = messageTextMax[values.channel];
    if (body.trim() === '') problems[`${language}.body`] = sentence('template_text_missing');
    else if (body.trim().length > max) {
      problems[`${language}.body`] = sentence('template_text_too_long', { max });
    } else problems[`${language}.body`] = fieldSentence(body);
    if (subject !== null) {
      problems[`${language}.subject`] =
        subject.trim() === '' ? sentence('template_subject_missing') : fieldSentence(subject);
    }
  }
  return problems;
}

export const hasProblem = (problems: ReturnType<typeof problemsOf>): boolean =>
  Object.values(problems).some((problem) => problem !== undefined);

function fieldSentence(text: string): string | undefined {
  const problem = templateProblem(text);
  if (!problem) return undefined;
  const { name, kind } = problem;
  const code = kind === 'unknown-field' ? 'template_field_unknown' : 'template_field_not_closed';
  return sentence(code, { name });
}

const sentence = (code: string, details: Readonly<Record<string, string | number>> = {}): string =>
  refusalSentence({ code, details, message: code });
