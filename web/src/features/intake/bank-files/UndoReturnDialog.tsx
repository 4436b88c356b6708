import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useUndoReturn } from './bank-files.queries.ts';

type UndoProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** Undoes a confirmed return by the opposite event. */
export function UndoReturnDialog({ bankFileId, line, onClose }: UndoProps) {
  const { t } = useTranslation('bank-files');
  const [id] = useState(uuidv7);
  const undo = useUndoReturn(bankFileId);
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isMade = line.returned?.outcome === 'done';
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('return.undo.title')}
      meaning={t(isMade ? `return.undo.${line.returned?.kind ?? 'payment'}` : 'return.undo.open')}
      reason={{
        id: 'undo-return-reason',
        label: t('return.reason'),
        value: reason,
        onChange: setReason,
        error: isAsked && reason.trim() === '' ? t('return.reasonMissing') : undefined,
      }}
      submitLabel={t('return.undo.action')}
      onSubmit={() => {
        setAsked(true);
        if (reason.trim() === '') return;
        undo.mutate({ bankLineId: line.id, id, reason }, { onSuccess: onClose });
      }}
      busy={undo.isPending}
      failure={undo.isError ? failureSentence(undo.error) : undefined}
      draftOnClose={undefined}
    />
  );
}
