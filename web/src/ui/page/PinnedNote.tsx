import { IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../format/InstantText.tsx';
import { WrittenText } from '../format/WrittenText.tsx';
import { Box } from '../layout/Box.tsx';
import classes from './PinnedNote.module.css';

type PinnedNoteProps = {
  /** Null if the loan has no pinned note, undefined while it loads; both show nothing. */
  readonly note:
    | { readonly text: string; readonly by: string; readonly at: string }
    | null
    | undefined;
};

/**
 * The pinned note of a loan, for every page on which users work on the loan. A long note scrolls.
 */
export function PinnedNote({ note }: PinnedNoteProps) {
  const { t } = useTranslation('ui');
  if (!note) return null;
  return (
    <section className={classes.note} aria-label={t('pinnedNote')}>
      <Box flow="row" as="p" gap={1} tone="accent" size="caption">
        <IconPinFilled size={14} aria-hidden="true" />
        {t('pinnedNote')}
      </Box>
      {/* Focusable, so that a long note scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.text} tabIndex={0} role="group" aria-label={t('pinnedNoteText')}>
        <WrittenText size="table">{note.text}</WrittenText>
      </div>
      <Box as="p" tone="muted" size="caption">
        <bdi>{note.by}</bdi> · <InstantText at={note.at} style="ago" />
      </Box>
    </section>
  );
}
