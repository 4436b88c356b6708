import i18next from 'i18next';
import { ApiFailure } from './api-client.ts';
import { intlLocaleOf } from './languages.ts';

/**
 * Returns the sentence of a failure with its figures, in the reader's language. The `failures`
 * namespace must be loaded; every framed page and sign-in load it.
 */
export function failureSentence(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) {
    return cause instanceof Error ? cause.message : String(cause);
  }
  return cause.code === 'answer_unreadable' ? cause.message : refusalSentence(cause);
}

type Refused = Pick<ApiFailure, 'details' | 'message'> & { readonly code: string };

/** Returns the sentence of a refusal; also of one part of a call that otherwise succeeded. */
export function refusalSentence({ code, details, message }: Refused): string {
  const values =
    code === 'loan_event_refused'
      ? withStateAsRead(details)
      : withObstaclesAsRead(withDaysAsRead(details));
  return i18next.t(`failures:${code}`, { ...values, defaultValue: message });
}

/** Translates the status and the event, which the failure gives by name. */
function withStateAsRead({ status, event, ...details }: ApiFailure['details']) {
  return {
    ...details,
    status: i18next.t(`loans:status.${status}`, { defaultValue: String(status) }),
    event: i18next.t(`loans:lifecycle.${event}`, { defaultValue: String(event) }),
  };
}

/** Translates the obstacles, which the failure gives as a list of names. */
function withObstaclesAsRead(details: ApiFailure['details']): ApiFailure['details'] {
  if (details.obstacles === undefined) return details;
  const names = String(details.obstacles).split(', ');
  const values = names.map((name) =>
    i18next.t(`failures:obstacle.${name}`, { defaultValue: name }),
  );
  const list = new Intl.ListFormat(intlLocaleOf(i18next.resolvedLanguage ?? ''));
  return { ...details, obstacles: list.format(values) };
}

/** Formats days such as `2026-01-31` for the reader, without a line break inside. */
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
