import type { LoanDocument } from '@bursar/contracts/documents';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../ui/overlay/ReasonDialog.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { useWithdrawDocument } from './documents.queries.ts';

type WithdrawDocumentDialogProps = {
  readonly loanId: string;
  readonly document: LoanDocument | null;
  readonly onClose: () => void;
};

/** Asks why before the bytes of a document go for good. */
export function WithdrawDocumentDialog(props: WithdrawDocumentDialogProps) {
  const { loanId, document, onClose } = props;
  const { t } = useTranslation(['documents', 'failures']);
  const shown = useLastShown(document);
  const withdrawing = useWithdrawDocument(loanId);
  return (
    <ReasonDialog
      opened={document !== null}
      onClose={onClose}
      title={t('withdraw.title', { name: shown?.name })}
      meaning={t('withdraw.meaning')}
      reasonLabel={t('withdraw.reason')}
      reasonMissing={t('failures:reason_missing')}
      submitLabel={t('withdraw.submit')}
      busy={withdrawing.isPending}
      failure={withdrawing.error ? failureSentence(withdrawing.error) : undefined}
      onSubmit={(reason) =>
        document && withdrawing.mutate({ documentId: document.id, reason }, { onSuccess: onClose })
      }
    />
  );
}
