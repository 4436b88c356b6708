import { type MutationCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { onLateFailure } from '../../lib/late-failures.ts';
import { notify, toastStore } from '../../ui/overlay/notify.ts';

/**
 * Reports changes that failed after their dialog was closed or their page left: the callbacks of
 * such a call do not run, and nothing shows its error.
 */
export function useFailedChanges(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const unwatched = new WeakSet();
    return queryClient.getMutationCache().subscribe((event) => {
      const { mutation } = event;
      if (!mutation) return;
      if (hasLostComponent(event)) unwatched.add(mutation);
      else if (event.type === 'observerAdded') unwatched.delete(mutation);
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (!unwatched.has(mutation) || mutation.meta?.['isQuiet'] === true) return;
      const cause: unknown = event.action.error;
      // The caller, which may report it, learns of the failure after this.
      setTimeout(() => report(cause), 0);
    });
  }, [queryClient]);
}

/** Whether no component shows the change any more, or it was sent by an undo after that. */
function hasLostComponent(event: MutationCacheNotifyEvent): boolean {
  if (event.type === 'observerAdded') return !event.observer.hasListeners();
  return event.type === 'observerRemoved' && event.mutation.state.status === 'pending';
}

function report(cause: unknown): void {
  if (endedSession(cause)) return;
  const sentence = failureSentence(cause);
  if (toastStore.read().some(({ message }) => message.includes(sentence))) return;
  notify.error(sentence);
}

/** Reports forms that the user closed before they failed. */
export function useLateFailures(): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      onLateFailure((cause) => {
        if (endedSession(cause)) return;
        const reason = failureSentence(cause);
        notify.error(
          isOutcomeKnown(cause)
            ? t('error.formNotSent', { reason })
            : t('error.formMaybeSent', { reason }),
        );
      }),
    [t],
  );
}

/** Whether the session had ended, which a page of its own says. */
const endedSession = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.status === 401;

/** Without an answer of the server itself, the form may have been sent. */
function isOutcomeKnown(cause: Error): boolean {
  return cause instanceof ApiFailure && cause.status > 0 && cause.status < 502;
}
