import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { useUndoAssignment } from './assignments.queries.ts';

/** A batch that can be undone, with the effect of undoing it. */
export type UndoableMove = {
  readonly batchId: string;
  readonly loans: number;
  readonly holders: readonly (string | null)[];
};

type UndoMoveDialogProps = {
  /** Null while the dialog is closed. */
  readonly move: UndoableMove | null;
  readonly onClose: () => void;
};

/** Undoes a whole batch after its toast has gone. */
export function UndoMoveDialog({ move, onClose }: UndoMoveDialogProps) {
  const shown = useLastShown(move);
  // The key gives each batch its own request id, which is repeated on every retry.
  return (
    shown && <Question key={shown.batchId} move={shown} opened={move !== null} onClose={onClose} />
  );
}

type QuestionProps = {
  readonly move: UndoableMove;
  readonly opened: boolean;
  readonly onClose: () => void;
};

function Question({ move, opened, onClose }: QuestionProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const undoing = useUndoAssignment();
  const [undoId] = useState(uuidv7);
  const { batchId, loans, holders } = move;
  const figures = { count: loans, figure: format.count(loans) };
  const close = () => {
    undoing.reset();
    onClose();
  };
  const undo = () => {
    if (undoing.isPending) return;
    undoing.mutate(
      { batchId, undoId },
      {
        onSuccess: ({ outcome }) => {
          notify.success(t(outcome === 'undone' ? 'undone' : 'undoAwaits', figures));
          close();
        },
      },
    );
  };
  const named = holders.map((name) => (name === null ? t('history.unassigned') : isolated(name)));
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('undoMove.title')}
      confirmLabel={t('undoMove.submit', figures)}
      onConfirm={undo}
      busy={undoing.isPending}
      failure={undoing.error ? failureSentence(undoing.error) : undefined}
    >
      <p>{t('undoMove.meaning', { ...figures, holders: format.list(named) })}</p>
      <p>{t('undoMove.approval')}</p>
    </ConfirmDialog>
  );
}
