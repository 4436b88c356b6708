import type { Note } from '@bursar/contracts/notes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { NoteItem } from './NoteItem.tsx';
import classes from './Notes.module.css';
import { notesQuery, useStrikeNote } from './notes.queries.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../ui/overlay/ReasonDialog.tsx';

/** The notes on a loan: the pinned one first, then the newest. */
export function NotesPanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('notes');
  const query = useQuery(notesQuery(loanId));
  const [striking, setStriking] = useState<Note | null>(null);
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={6} />}
      empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      isEmpty={({ notes }) => notes.length === 0}
    >
      {(data) => (
        <>
          <ul className={classes.notes} aria-label={t('label')}>
            {data.notes.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                loanId={loanId}
                onStrike={() => setStriking(note)}
              />
            ))}
          </ul>
          <StrikeNoteDialog loanId={loanId} note={striking} onClose={() => setStriking(null)} />
        </>
      )}
    </Loaded>
  );
}

type StrikeNoteDialogProps = {
  readonly loanId: string;
  readonly note: Note | null;
  readonly onClose: () => void;
};

/** A note is not edited: its author strikes it and says why. */
function StrikeNoteDialog({ loanId, note, onClose }: StrikeNoteDialogProps) {
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
