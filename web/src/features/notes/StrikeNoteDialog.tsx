import type { Note } from '@bursar/contracts/notes';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../ui/overlay/ReasonDialog.tsx';
import { useStrikeNote } from './notes.queries.ts';

type StrikeNoteDialogProps = {
  readonly loanId: string;
  readonly note: Note | null;
  readonly onClose: () => void;
};

/** A note is not edited: its author strikes it and says why. */
export function StrikeNoteDialog({ loanId, note, onClose }: StrikeNoteDialogProps) {
  const { t } = useTranslation(['notes', 'failures']);
  const striking = useStrikeNote(loanId);
  return (
    <ReasonDialog
      opened={note !== null}
      onClose={onClose}
      title={t('strike.title')}
      meaning={t('strike.meaning')}
      reasonLabel={t('strike.reason')}
      reasonMissing={t('failures:reason_missing')}
      submitLabel={t('strike.submit')}
      busy={striking.isPending}
      failure={striking.error ? failureSentence(striking.error) : undefined}
      onSubmit={(reason) =>
        note && striking.mutate({ noteId: note.id, reason }, { onSuccess: onClose })
      }
    />
  );
}
