import i18next from 'i18next';
import { ApiFailure } from './api-client.ts';

/**
 * What went wrong, in the reader's language: the sentence of the named failure with its figures.
 * The `failures` namespace must be loaded; every framed page and sign-in have it.
 */
export function failureSentence(cause: unknown): string {
  if (!(cause instanceof ApiFailure)) {
    return cause instanceof Error ? cause.message : String(cause);
  }
  if (cause.code === 'answer_unreadable') return cause.message;
  return i18next.t(`failures:${cause.code}`, { ...cause.details, defaultValue: cause.message });
}
