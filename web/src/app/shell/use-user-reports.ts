import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { reportFailedChanges } from '../../lib/failed-changes.ts';
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
          return void notify.error(t('error.formNotSent', { reason: report.reason }));
        }
        const { cause } = report;
        if (endedSession(cause)) return;
        const reason = failureSentence(cause);
        if (report.kind === 'change-failed') return reportOnce(reason);
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
 * Shows a failure, unless a toast already shows it: the caller of the change may have reported it.
 */
function reportOnce(sentence: string): void {
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
