import type { BankLine } from '@bursar/contracts/intake/bank-files';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useUndoReturn } from './bank-files.queries.ts';

type UndoProps = {
  readonly bankFileId: string;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** Undoes a confirmed return: the server posts the payments again or undoes the refund. */
export function UndoReturnDialog({ bankFileId, line, onClose }: UndoProps) {
  const { t } = useTranslation('bank-files');
  const [id] = useState(uuidv7);
  const undo = useUndoReturn(bankFileId, ({ state }) =>
    // The line stays returned while a second person decides on the undo of a refund.
    notify.success(t(state === 'returned' ? 'return.undo.waits' : 'return.undo.done')),
  );
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title={t('return.undo.title')}
      meaning={t(`return.undo.${meaningOf(line)}`)}
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

/**
 * Returns the key of the text that explains the undo. A return of a split line may be only partly
 * done, because a second person may have approved only some of its reversals.
 */
function meaningOf({ returned }: BankLine) {
  const { kind = 'payment', outcome } = returned ?? {};
  if (outcome === 'done') return kind;
  return kind === 'split' ? 'partly' : 'open';
}
