import type { Note } from '@bursar/contracts/notes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { useStrikeNote } from './notes.queries.ts';

type StrikeNoteDialogProps = {
  readonly loanId: string;
  readonly note: Note | null;
  readonly onClose: () => void;
};

/** A note is not edited: its author strikes it and says why. */
export function StrikeNoteDialog({ loanId, note, onClose }: StrikeNoteDialogProps) {
  const { t } = useTranslation(['notes', 'failures']);
  const [reason, setReason] = useState('');
  const striking = useStrikeNote(loanId);
  const attempt = useFormAttempt({
    reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
  });
  const close = () => {
    setReason('');
    attempt.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={note !== null}
      onClose={close}
      title={t('strike.title')}
      submitLabel={t('strike.submit')}
      submitKind="danger"
      busy={striking.isPending}
      failure={attempt.failure}
      size="small"
      onSubmit={() => {
        if (!note || !attempt.begin()) return;
        striking.mutate({ noteId: note.id, reason }, { onSuccess: close, onError: attempt.refuse });
      }}
    >
      <p>{t('strike.meaning')}</p>
      <TextareaField
        {...attempt.fieldProps('reason')}
        label={t('strike.reason')}
        value={reason}
        onChange={(next) => {
          attempt.edited();
          setReason(next);
        }}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}
