import type { MailPlace } from '@bursar/contracts/choices';
import {
  IconArchive,
  IconArrowBackUp,
  IconCheck,
  IconMail,
  IconMailOpened,
  IconStar,
  IconStarFilled,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { Tag, TagRow } from '../../../ui/status/Tag.tsx';
import { mailLabelsQuery, useEraseMails, useMarkMails, type Marks } from './staff-mail.queries.ts';
import classes from './StaffMail.module.css';

export type MarkedThread = {
  readonly id: string;
  readonly place: MailPlace;
  readonly isUnread: boolean;
  readonly isStarred: boolean;
  readonly labelIds: readonly string[];
};

type MailActionsProps = {
  readonly threads: readonly MarkedThread[];
  /**
   * Called when the conversations are moved or marked as unread, before the server answers, and
   * after they were erased.
   */
  readonly onMoved: () => void;
};

/** The actions on one or several conversations; a move can be undone. */
export function MailActions({ threads, onMoved }: MailActionsProps) {
  const { t } = useTranslation('staff-mail');
  const { mark, move } = useMarking(threads, onMoved);
  const [isErasing, setErasing] = useState(false);
  const isInTrash = threads.every(({ place }) => place === 'trash');
  const isArchived = threads.every(({ place }) => place === 'archive');
  const isUnread = threads.some((thread) => thread.isUnread);
  const isStarred = threads.every((thread) => thread.isStarred);
  const archive = () => move(isArchived || isInTrash ? 'inbox' : 'archive');
  const remove = () => (isInTrash ? setErasing(true) : move('trash'));
  const hasSome = threads.length > 0;
  const inPlace = { enabled: hasSome, opensNothing: true };
  useShortcut('e', archive, { label: t('archive'), ...inPlace });
  useShortcut('#', remove, { label: t('toTrash'), ...inPlace });
  useShortcut('s', () => mark({ isStarred: !isStarred }), { label: t('star'), ...inPlace });
  return (
    <>
      <IconButton
        label={t(isInTrash ? 'restore' : isArchived ? 'toInbox' : 'archive')}
        icon={
          isInTrash || isArchived ? (
            <IconArrowBackUp size={18} stroke={1.5} className="mirrors" />
          ) : (
            <IconArchive size={18} stroke={1.5} />
          )
        }
        onClick={archive}
      />
      <IconButton
        label={t(isInTrash ? 'erase' : 'toTrash')}
        icon={<IconTrash size={18} stroke={1.5} />}
        onClick={remove}
      />
      <IconButton
        label={t(isUnread ? 'markRead' : 'markUnread')}
        icon={
          isUnread ? <IconMailOpened size={18} stroke={1.5} /> : <IconMail size={18} stroke={1.5} />
        }
        onClick={() => {
          mark({ isUnread: !isUnread });
          if (!isUnread) onMoved();
        }}
      />
      <IconButton
        className={classes.star}
        label={t(isStarred ? 'unstar' : 'star')}
        aria-pressed={isStarred}
        icon={<Star isStarred={isStarred} />}
        onClick={() => mark({ isStarred: !isStarred })}
      />
      <LabelMenu threads={threads} mark={mark} />
      <EraseDialog
        threads={isErasing ? threads : null}
        onClose={() => setErasing(false)}
        onErased={onMoved}
      />
    </>
  );
}

export function Star({ isStarred }: { isStarred: boolean }) {
  return isStarred ? (
    <IconStarFilled size={18} className={classes.starred} />
  ) : (
    <IconStar size={18} stroke={1.5} />
  );
}

function useMarking(threads: readonly MarkedThread[], onMoved: () => void) {
  const { t } = useTranslation('staff-mail');
  const { mutateAsync } = useMarkMails();
  // Uses the promise, because a move unmounts this component before the server answers.
  const mark = (marks: Marks, of = threads, onSuccess: () => unknown = () => undefined) =>
    void mutateAsync({ threadIds: of.map(({ id }) => id), ...marks }).then(
      onSuccess,
      (cause: unknown) => notify.error(failureSentence(cause)),
    );
  const moveBack = () => {
    for (const place of ['inbox', 'archive', 'trash'] as const) {
      const from = threads.filter((thread) => thread.place === place);
      if (from.length > 0) mark({ place }, from);
    }
  };
  return {
    mark,
    move: (place: MailPlace) => {
      mark({ place }, threads, () =>
        notify.undo(t(`moved.${place}`, { count: threads.length }), {
          label: t('undo'),
          run: moveBack,
        }),
      );
      onMoved();
    },
  };
}

type LabelMenuProps = {
  readonly threads: readonly MarkedThread[];
  readonly mark: (marks: Marks) => void;
};

/** Adds labels; a label that all conversations have is removed. */
function LabelMenu({ threads, mark }: LabelMenuProps) {
  const { t } = useTranslation('staff-mail');
  const labels = useQuery(mailLabelsQuery).data?.labels ?? [];
  if (labels.length === 0) return null;
  const isOnAll = (id: string) => threads.every(({ labelIds }) => labelIds.includes(id));
  return (
    <Menu
      align="start"
      trigger={<IconButton label={t('label.put')} icon={<IconTag size={18} stroke={1.5} />} />}
      actions={labels.map(({ id, name, colour }) => ({
        id,
        label: <Tag colour={colour}>{name}</Tag>,
        end: isOnAll(id) && <IconCheck size={16} stroke={1.5} />,
        current: isOnAll(id) ? 'true' : undefined,
        onSelect: () => mark(isOnAll(id) ? { removeLabelId: id } : { addLabelId: id }),
      }))}
    />
  );
}

/** The names of a conversation's labels. */
export function LabelsOf({ labelIds }: { labelIds: readonly string[] }) {
  const labels = useQuery(mailLabelsQuery).data?.labels ?? [];
  const put = labels.filter(({ id }) => labelIds.includes(id));
  return put.length === 0 ? null : <TagRow tags={put} />;
}

type EraseDialogProps = {
  /** The conversations to erase; null while the dialog is closed, `all` for the whole trash. */
  readonly threads: readonly { readonly id: string }[] | 'all' | null;
  readonly onClose: () => void;
  readonly onErased: () => void;
};

/** Asks for confirmation before mail is erased. */
export function EraseDialog({ threads, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation('staff-mail');
  const erasing = useEraseMails();
  const erase = () =>
    erasing.mutate(threads === null || threads === 'all' ? null : threads.map(({ id }) => id), {
      onSuccess: ({ erased }) => {
        notify.success(t('erased', { count: erased }));
        onClose();
        onErased();
      },
    });
  return (
    <ConfirmDialog
      opened={threads !== null}
      onClose={onClose}
      title={t(threads === 'all' ? 'eraseAllTitle' : 'eraseTitle')}
      confirmLabel={t('erase')}
      tone="danger"
      onConfirm={erase}
      busy={erasing.isPending}
      failure={erasing.error ? failureSentence(erasing.error) : undefined}
    >
      {t('eraseMeaning')}
    </ConfirmDialog>
  );
}
