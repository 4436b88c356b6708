import type { KanbanBoard } from '@bursar/contracts/office/kanban-boards';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { SharedField } from '../../../ui/form/SharedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { RecordFoot } from '../../../ui/overlay/RecordFoot.tsx';
import { useRemoval } from '../../../ui/overlay/use-removal.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  useRemoveKanbanBoard,
  useSaveKanbanBoard,
  useSaveColumn,
  type KanbanBoardDetails,
} from './kanban-boards.queries.ts';

type KanbanBoardDialogProps = {
  readonly opened: boolean;
  /** The board to change; null creates one. */
  readonly board: KanbanBoard | null;
  readonly onClose: () => void;
  readonly onAdded: (boardId: string) => void;
  readonly onRemoved: () => void;
};

/**
 * Creates a board with its first columns, changes a board's name and sharing, or removes a board.
 */
export function KanbanBoardDialog({
  opened,
  board,
  onClose,
  onAdded,
  onRemoved,
}: KanbanBoardDialogProps) {
  const { t } = useTranslation(['kanban-boards', 'apps']);
  const isAdmin = useSession()?.role === 'admin';
  const removing = useRemoveKanbanBoard();
  const last = useLastShown(opened ? (board ?? 'new') : null);
  const shown = last === 'new' ? null : last;
  const form = useContractForm({
    name: 'board-form',
    opened,
    empty: () => ({
      id: board?.id ?? uuidv7(),
      version: board?.version ?? null,
      title: board?.title ?? '',
      isShared: board?.isShared ?? true,
      columns: (['todo', 'doing', 'done'] as const).map((name) => ({
        id: uuidv7(),
        title: t(`firstColumns.${name}`),
      })),
    }),
    rules: ({ title }) => ({ title: title.trim() === '' ? t('apps:titleMissing') : undefined }),
    body: (values) => values,
    mutation: useSaveKanbanBoard(),
    announce: (_, { version }) =>
      notify.success(t(version === null ? 'done.boardAdded' : 'done.boardChanged')),
    onSent: ({ id }, { version }) => {
      onClose();
      if (version === null) onAdded(id);
    },
  });
  const removal = useRemoval({
    record: shown,
    title: shown?.title ?? '',
    removing,
    failureOf: failureSentence,
    done: t('done.boardRemoved'),
    restore: null,
    onRemoved: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <>
      <FormDialog
        {...removal.inForm(form.dialog)}
        opened={opened && !removal.isAsked}
        onClose={onClose}
        title={shown?.title ?? t('newBoard')}
        submitLabel={shown ? t('apps:save') : t('createBoard')}
      >
        <TextField
          {...form.field('title')}
          label={t('column.title')}
          required
          maxLength={200}
          focusFirst
        />
        <SharedField
          id={form.controlProps('isShared').id}
          isAdmin={isAdmin}
          isShared={form.values.isShared}
          onChange={(isShared) => form.change({ isShared })}
        />
        <RecordFoot record={shown} removal={removal.button} />
      </FormDialog>
      {removal.dialog}
    </>
  );
}

/** A column to rename, or null for a new one. */
export type OpenColumn = {
  readonly boardId: string;
  readonly column: KanbanBoardDetails['columns'][number] | null;
};

export function ColumnDialog({ open, onClose }: { open: OpenColumn | null; onClose: () => void }) {
  const { t } = useTranslation(['kanban-boards', 'apps']);
  const shown = useLastShown(open);
  const form = useContractForm({
    name: 'column',
    opened: open !== null,
    empty: () => ({
      boardId: open?.boardId ?? '',
      id: open?.column?.id ?? uuidv7(),
      version: open?.column?.version ?? null,
      title: open?.column?.title ?? '',
    }),
    rules: ({ title }) => ({ title: title.trim() === '' ? t('apps:titleMissing') : undefined }),
    body: (values) => values,
    mutation: useSaveColumn(),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened={open !== null}
      onClose={onClose}
      size="small"
      title={shown?.column?.title ?? t('column.new')}
      submitLabel={shown?.column ? t('apps:save') : t('column.add')}
    >
      <TextField
        {...form.field('title')}
        label={t('column.title')}
        required
        maxLength={200}
        focusFirst
      />
    </FormDialog>
  );
}
