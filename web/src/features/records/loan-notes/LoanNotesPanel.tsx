import type { LoanNote } from '@bursar/contracts/records/loan-notes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { loadOf } from '../../../lib/load-of.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useSession } from '../../../lib/session.ts';
import { useMay } from '../../../lib/session-query.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import {
  loanNotesQuery,
  loanNotesRead,
  useStrikeLoanNote,
  usePinLoanNote,
} from './loan-notes.queries.ts';
import { splitMentions } from './mentions.ts';
import classes from './LoanNotes.module.css';

/** The notes on a loan: the pinned one first, then the newest. */
export function LoanNotesPanel({ loanId }: { readonly loanId: string }) {
  const { t } = useTranslation('loan-notes');
  const mayWrite = useMay('write-note');
  const query = useInfiniteQuery({ ...loanNotesQuery(loanId), select: loanNotesRead });
  const [striking, setStriking] = useState<LoanNote | null>(null);
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={6} />}
      empty={<EmptyLine title={t('empty')} hint={mayWrite && t('emptyHint')} />}
      isEmpty={({ notes }) => notes.length === 0}
    >
      {(data) => (
        <>
          <Box as="ul" line="between" aria-label={t('label')}>
            {data.notes.map((note) => (
              <LoanNoteItem
                key={note.id}
                note={note}
                loanId={loanId}
                onStrike={() => setStriking(note)}
              />
            ))}
          </Box>
          <MoreRows shown={data.notes.length} all={data.count} pages={query} />
          <StrikeLoanNoteDialog loanId={loanId} note={striking} onClose={() => setStriking(null)} />
        </>
      )}
    </Loaded>
  );
}

type StrikeLoanNoteDialogProps = {
  readonly loanId: string;
  readonly note: LoanNote | null;
  readonly onClose: () => void;
};

/** A note cannot be edited: its author strikes it and gives a reason. */
function StrikeLoanNoteDialog({ loanId, note, onClose }: StrikeLoanNoteDialogProps) {
  const { t } = useTranslation(['loan-notes', 'failures']);
  const form = useContractForm({
    name: 'strike',
    empty,
    opened: note !== null,
    draftName: `strike-note.${note?.id ?? ''}`,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: ({ reason }) => note && { noteId: note.id, reason: reason.trim() },
    mutation: useStrikeLoanNote(loanId),
    onSent: onClose,
  });
  return (
    <ReasonDialog
      opened={note !== null}
      onClose={onClose}
      title={t('strike.title')}
      meaning={t('strike.meaning')}
      reason={{ ...form.field('reason'), label: t('strike.reason') }}
      submitLabel={t('strike.submit')}
      {...form.dialog}
    />
  );
}

const empty = () => ({ reason: '' });

type LoanNoteItemProps = {
  readonly note: LoanNote;
  readonly loanId: string;
  readonly onStrike: () => void;
};

/** One note: its author and time, its text with mentions, and its current state. */
function LoanNoteItem({ note, loanId, onStrike }: LoanNoteItemProps) {
  const { t } = useTranslation('loan-notes');
  const { text, writtenBy, writtenAt, mentions, struck, isPinned } = note;
  const mayWrite = useMay('write-note');
  return (
    <Box as="li" pad={[3, 0]} className={classes.note}>
      <Row gap={3} lines={1} className={classes.head}>
        <Text as="bdi" weight="medium">
          {writtenBy.name}
        </Text>
        <Text as="span" tone="muted" size="caption">
          <InstantText at={writtenAt} />
        </Text>
        {isPinned && (
          <Box flow="row" as="span" inline gap={1} wrap={false} tone="accent" size="caption">
            <IconPinFilled size={14} aria-hidden="true" /> {t('pinned')}
          </Box>
        )}
        {mayWrite && !struck && <LoanNoteActions note={note} loanId={loanId} onStrike={onStrike} />}
      </Row>
      <WrittenText {...(struck && { tone: 'muted', className: classes.struck })}>
        {splitMentions(text, mentions).map((part, place) =>
          part.person ? (
            // The parts of a text have no ids, and their order never changes.
            <Text as="strong" weight="medium" key={place} tone="accent">
              {part.text}
            </Text>
          ) : (
            part.text
          ),
        )}
      </WrittenText>
      {struck && (
        <Text tone="muted" size="caption">
          {t('struck')} <InstantText at={struck.at} /> · <bdi>{struck.reason}</bdi>
        </Text>
      )}
    </Box>
  );
}

function LoanNoteActions({ note, loanId, onStrike }: LoanNoteItemProps) {
  const { t } = useTranslation('loan-notes');
  const pinning = usePinLoanNote(loanId);
  const isOwn = useSession()?.id === note.writtenBy.id;
  const pin = () =>
    pinning.mutate(note.isPinned ? null : note.id, {
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Box as="span" push>
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
    </Box>
  );
}
