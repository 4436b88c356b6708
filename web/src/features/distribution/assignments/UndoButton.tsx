import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import type { UndoableMove } from './UndoMoveDialog.tsx';

type UndoButtonProps = {
  readonly move: UndoableMove;
  readonly onUndo: (move: UndoableMove) => void;
};

/** The button, next to a move in a list, that opens the dialog to undo the move. */
export function UndoButton({ move, onUndo }: UndoButtonProps) {
  const { t } = useTranslation('assignments');
  return (
    <Button size="compact" kind="quiet" onClick={() => onUndo(move)}>
      {t('moves.undo')}
    </Button>
  );
}
