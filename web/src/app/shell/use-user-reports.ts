import {
  useQueryClient,
  type MutationCache,
  type MutationCacheNotifyEvent,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { onUserReport } from '../../lib/user-reports.ts';
import { notify, toastStore } from '../../ui/overlay/notify.ts';

/** Shows the results that forms and dialogs cannot show themselves. */
export function useUserReports(): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      onUserReport((report) => {
        if (report.kind === 'sent-before') return void notify.success(t('form.sentBefore'));
        if (report.kind === 'form-not-sent') {
          return void notify.error(t('error.formNotSent', report));
        }
        if (report.kind === 'unprintable') {
          return void notify.error(t('error.unprintable', report));
        }
        const { cause } = report;
        if (endedSession(cause)) return;
        const reason = failureSentence(cause);
        notify.error(t(isOutcomeKnown(cause) ? notSent : maybeSent, { reason }));
      }),
    [t],
  );
  const changes = useQueryClient().getMutationCache();
  useEffect(() => reportFailedChanges(changes), [changes]);
}

const notSent = 'error.formNotSent';
const maybeSent = 'error.formMaybeSent';

/**
 * Reports changes that failed after their dialog was closed or their page left: the callbacks of
 * such a call do not run, and nothing shows its error.
 */
function reportFailedChanges(cache: MutationCache): () => void {
  const unwatched = new WeakSet();
  return cache.subscribe((event) => {
    const { mutation } = event;
    if (!mutation) return;
    if (hasLostComponent(event)) unwatched.add(mutation);
    else if (event.type === 'observerAdded') unwatched.delete(mutation);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (!unwatched.has(mutation) || mutation.meta?.['isQuiet'] === true) return;
    const cause: unknown = event.action.error;
    // The caller receives the failure only after this event and may report it, so this report comes
    // later.
    setTimeout(() => reportOnce(cause), 0);
  });
}

/**
 * Returns whether no component will receive the result: the component that sent the change has
 * gone, or the change was sent after that, for example by an undo.
 */
function hasLostComponent(event: MutationCacheNotifyEvent): boolean {
  if (event.type === 'observerAdded') return !event.observer.hasListeners();
  return event.type === 'observerRemoved' && event.mutation.state.status === 'pending';
}

/**
 * Shows a failure, unless a toast already shows it: the caller of the change may have reported it.
 */
function reportOnce(cause: unknown): void {
  if (endedSession(cause)) return;
  const sentence = failureSentence(cause);
  if (toastStore.read().some(({ message }) => message.includes(sentence))) return;
  notify.error(sentence);
}

/** Returns whether the call failed because the session had ended, which sign-in explains itself. */
const endedSession = (cause: unknown): boolean =>
  cause instanceof ApiFailure && cause.status === 401;

/** Returns whether the server itself answered. Otherwise the form may or may not have been sent. */
function isOutcomeKnown(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.status > 0 && cause.status < 502;
}
