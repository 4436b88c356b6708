import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { onLateFailure } from '../../lib/late-failures.ts';
import { notify } from '../../ui/overlay/notify.ts';

/** Shows why a form was not sent if the user closed it before the answer arrived. */
export function useLateFailures(): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      onLateFailure((cause) =>
        notify.error(t('error.formNotSent', { reason: failureSentence(cause) })),
      ),
    [t],
  );
}
