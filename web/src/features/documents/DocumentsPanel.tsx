import { documentBytesMax, documentTypes } from '@bursar/contracts/document-types';
import type { LoanDocument } from '@bursar/contracts/documents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { DocumentItem } from './DocumentItem.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';
import classes from './Documents.module.css';
import { documentsQuery, useWithdrawDocument } from './documents.queries.ts';
import { FileADocument } from './FileADocument.tsx';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../ui/overlay/ReasonDialog.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';

/** The papers of a loan: file one, keep one, look at a picture, withdraw one. */
export function DocumentsPanel({ loanId }: { loanId: string }) {
  const mayFile = useMay('file-documents');
  return (
    <div className={classes.panel}>
      {mayFile && (
        <FileADocument
          loanId={loanId}
          endings={Object.keys(documentTypes)}
          largestBytes={documentBytesMax}
        />
      )}
      <DocumentsOfLoan loanId={loanId} />
    </div>
  );
}

function DocumentsOfLoan({ loanId }: { loanId: string }) {
  const { t } = useTranslation('documents');
  const query = useQuery(documentsQuery(loanId));
  const [withdrawing, setWithdrawing] = useState<LoanDocument | null>(null);
  const [looking, setLooking] = useState<LoanDocument | null>(null);
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={4} />}
      empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      isEmpty={({ documents }) => documents.length === 0}
    >
      {(data) => (
        <>
          <ul className={classes.list} aria-label={t('label')}>
            {data.documents.map((document) => (
              <DocumentItem
                key={document.id}
                document={document}
                onLook={() => setLooking(document)}
                onWithdraw={() => setWithdrawing(document)}
              />
            ))}
          </ul>
          <DocumentPreview document={looking} onClose={() => setLooking(null)} />
          <WithdrawDocumentDialog
            loanId={loanId}
            document={withdrawing}
            onClose={() => setWithdrawing(null)}
          />
        </>
      )}
    </Loaded>
  );
}

type WithdrawDocumentDialogProps = {
  readonly loanId: string;
  readonly document: LoanDocument | null;
  readonly onClose: () => void;
};

/** Asks why before the bytes of a document go for good. */
function WithdrawDocumentDialog(props: WithdrawDocumentDialogProps) {
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
