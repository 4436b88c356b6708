import i18next from 'i18next';
import { ApiFailure } from './api-client.ts';
import { intlLocaleOf } from './languages.ts';

/**
 * What went wrong, in the reader's language: the sentence of the named failure with its figures.
 * The `failures` namespace must be loaded; every framed page and sign-in have it.
 */
export function failureSentence(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) {
    return cause instanceof Error ? cause.message : String(cause);
  }
  return cause.code === 'answer_unreadable' ? cause.message : refusalSentence(cause);
}

type Refused = Pick<ApiFailure, 'details' | 'message'> & { readonly code: string };

/** The same of a part that was refused while the call itself went through. */
export function refusalSentence({ code, details, message }: Refused): string {
  const words =
    code === 'loan_event_refused'
      ? withStateAsRead(details)
      : withObstaclesAsRead(withDaysAsRead(details));
  return i18next.t(`failures:${code}`, { ...words, defaultValue: message });
}

/** A status and an event travel by name; a sentence has their words. */
function withStateAsRead({ status, event, ...details }: ApiFailure['details']) {
  return {
    ...details,
    status: i18next.t(`loans:status.${status}`, { defaultValue: String(status) }),
    event: i18next.t(`loans:lifecycle.${event}`, { defaultValue: String(event) }),
  };
}

/** Obstacles travel as a list of names; a sentence has their words. */
function withObstaclesAsRead(details: ApiFailure['details']): ApiFailure['details'] {
  if (details.obstacles === undefined) return details;
  const names = String(details.obstacles).split(', ');
  const words = names.map((name) => i18next.t(`failures:obstacle.${name}`, { defaultValue: name }));
  const list = new Intl.ListFormat(intlLocaleOf(i18next.resolvedLanguage ?? ''));
  return { ...details, obstacles: list.format(words) };
}

/** Days travel as `2026-01-31`; a sentence has them as its reader writes them, on one line. */
function withDaysAsRead(details: ApiFailure['details']): ApiFailure['details'] {
  const format = new Intl.DateTimeFormat(intlLocaleOf(i18next.resolvedLanguage ?? ''), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      /^\d{4}-\d{2}-\d{2}$/.test(String(value))
        ? format.format(new Date(value)).replaceAll(' ', '\u00a0')
        : value,
    ]),
  );
}
