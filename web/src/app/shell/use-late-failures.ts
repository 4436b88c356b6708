import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { onLateFailure } from '../../lib/late-failures.ts';
import { notify } from '../../ui/overlay/notify.ts';

/** Shows why a form was not sent if the user closed it before the answer arrived. */
export function useLateFailures(): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      onLateFailure((cause) => {
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

/** Without an answer of the server itself, the form may have been sent. */
function isOutcomeKnown(cause: Error): boolean {
  return cause instanceof ApiFailure && cause.status > 0 && cause.status < 502;
}
