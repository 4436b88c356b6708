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
import { notesQuery } from './notes.queries.ts';
import { StrikeNoteDialog } from './StrikeNoteDialog.tsx';

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
