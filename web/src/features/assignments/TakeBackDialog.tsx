import { useTranslation } from 'react-i18next';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import type { MoveDialogProps } from './AssignDialog.tsx';
import { MovePreview } from './MovePreview.tsx';
import { useMoveLoans } from './use-move-loans.ts';

/** Takes loans back one step: from teams and agents by the manager, from agents by their team. */
export function TakeBackDialog({ opened, loans, onClose, onMoved }: MoveDialogProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const move = useMoveLoans({
    opened,
    loans,
    kind: 'take-back',
    nameOf: () => '',
    onMoved: () => {
      onMoved();
      onClose();
    },
  });
  const { count } = loans;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('takeBack.title', { count, figure: format.count(count) })}
      submitLabel={t('takeBack.submit', {
        count: move.movingCount,
        figure: format.count(move.movingCount),
      })}
      onSubmit={move.submit}
      busy={move.isMoving}
      failure={move.failure}
    >
      <p>{t('takeBack.meaning', { count })}</p>
      <TextareaField
        id="take-back-reason"
        label={t('reason')}
        value={move.reason}
        onChange={move.setReason}
        rows={2}
        maxLength={500}
      />
      <MovePreview move={move} />
    </FormDialog>
  );
}
