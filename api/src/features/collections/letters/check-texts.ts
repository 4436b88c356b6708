import {
  hasSubject,
  messageTextMax,
  templateProblem,
  type MessageChannel,
} from '@bursar/contracts/collections/letters.values';
import { languages } from '@bursar/contracts/languages';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { TemplateTexts } from './templates.store.ts';

/** Checks the texts and returns them as stored: trimmed, and null for a language without a text. */
export function checkTexts(channel: MessageChannel, texts: TemplateTexts) {
  const trimmed = { en: trimmedText(channel, texts.en), ae: trimmedText(channel, texts.ae) };
  if (!trimmed.en && !trimmed.ae) return refuse('template_text_missing', { field: 'en.body' });
  for (const language of languages) {
    const refused = refuseText(channel, language, trimmed[language]);
    if (refused) return refused;
  }
  return succeed(trimmed);
}

type Texts = NonNullable<TemplateTexts['en']>;

/**
 * Returns null if subject and body are both empty. A subject alone is returned, so that its missing
 * body is refused.
 */
function trimmedText(channel: MessageChannel, texts: Texts | null): Texts | null {
  const body = texts?.body.trim() ?? '';
  const subject = hasSubject(channel) ? (texts?.subject?.trim() ?? '') : '';
  if (body === '' && subject === '') return null;
  return { body, subject: hasSubject(channel) ? subject : null };
}

function refuseText(channel: MessageChannel, language: string, texts: Texts | null) {
  if (!texts) return null;
  const { subject, body } = texts;
  if (body === '') return refuse('template_text_missing', { field: `${language}.body` });
  if (subject === '') return refuse('template_subject_missing', { field: `${language}.subject` });
  const max = messageTextMax[channel];
  if (body.length > max) {
    return refuse('template_text_too_long', { field: `${language}.body`, details: { max } });
  }
  for (const [part, text] of [
    ['subject', subject ?? ''],
    ['body', body],
  ] as const) {
    const problem = templateProblem(text);
    if (!problem) continue;
    const code =
      problem.kind === 'unknown-field' ? 'template_field_unknown' : 'template_field_not_closed';
    return refuse(code, { field: `${language}.${part}`, details: { name: problem.name } });
  }
  return null;
}
