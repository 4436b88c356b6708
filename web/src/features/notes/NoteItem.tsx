import type { Note } from '@bursar/contracts/notes';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './Notes.module.css';
import { splitMentions } from './mentions.ts';
import { usePinNote } from './notes.queries.ts';

type NoteItemProps = {
  readonly note: Note;
  readonly loanId: string;
  readonly onStrike: () => void;
};

/** One note: who wrote it when, the text with whom it mentions, and what became of it. */
export function NoteItem({ note, loanId, onStrike }: NoteItemProps) {
  const { t } = useTranslation('notes');
  const { text, writtenBy, writtenAt, mentions, struck, isPinned } = note;
  const mayWrite = useMay('write-note');
  return (
    <li className={classes.note} data-pinned={isPinned || undefined}>
      <div className={classes.head}>
        <bdi className={classes.author}>{writtenBy.name}</bdi>
        <span className={classes.when}>
          <InstantText at={writtenAt} />
        </span>
        {isPinned && (
          <span className={classes.pinned}>
            <IconPinFilled size={14} aria-hidden="true" /> {t('pinned')}
          </span>
        )}
        {mayWrite && !struck && <NoteActions note={note} loanId={loanId} onStrike={onStrike} />}
      </div>
      <p className={classes.text} data-struck={struck !== null || undefined} dir="auto">
        {splitMentions(text, mentions).map((part, place) =>
          part.person ? (
            // The parts of a text have no names of their own, and never change their order.
            <strong key={place} className={classes.mention}>
              {part.text}
            </strong>
          ) : (
            part.text
          ),
        )}
      </p>
      {struck && (
        <p className={classes.strike}>
          {t('struck')} <InstantText at={struck.at} /> · <bdi>{struck.reason}</bdi>
        </p>
      )}
    </li>
  );
}

function NoteActions({ note, loanId, onStrike }: NoteItemProps) {
  const { t } = useTranslation('notes');
  const pinning = usePinNote(loanId);
  const isOwn = useSession()?.id === note.writtenBy.id;
  const pin = () =>
    pinning.mutate(note.isPinned ? null : note.id, {
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <span className={classes.actions}>
      <Menu
        trigger={
          <IconButton
            size="compact"
            label={t('action.more')}
            icon={<IconDots size={16} stroke={1.5} />}
          />
        }
        actions={[
          { id: 'pin', label: t(note.isPinned ? 'action.unpin' : 'action.pin'), onSelect: pin },
          ...(isOwn ? [{ id: 'strike', label: t('action.strike'), onSelect: onStrike }] : []),
        ]}
      />
    </span>
  );
}
