import { useTranslation } from 'react-i18next';
import { MoveDialog } from './MoveDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';
import { useMoveLoans } from './use-move-loans.ts';

/** Takes loans back one step: from teams and agents by the manager, from agents by their team. */
export function TakeBackDialog(dialog: MoveDialogProps) {
  const { t } = useTranslation('assignments');
  const move = useMoveLoans({ ...dialog, kind: 'take-back', nameOf: () => '' });
  return (
    <MoveDialog {...dialog} words="takeBack" move={move}>
      <p>{t('takeBack.meaning', { count: dialog.loans.count })}</p>
    </MoveDialog>
  );
}
