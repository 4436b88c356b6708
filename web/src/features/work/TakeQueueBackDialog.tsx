import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useEndHandover } from './desk.queries.ts';
import type { DeskAgent } from './desk.queries.ts';

type TakeQueueBackDialogProps = {
  readonly agent: DeskAgent;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Ends a handover before its last day, or calls one off that has not begun. */
export function TakeQueueBackDialog({ agent, opened, onClose }: TakeQueueBackDialogProps) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const ending = useEndHandover();
  const { handover, name } = agent;
  const confirm = () => {
    if (!handover || ending.isPending) return;
    ending.mutate(handover.id, {
      onSuccess: ({ returned }) => {
        notify.success(
          t('handover.returned', { count: returned, loans: format.count(returned), name }),
        );
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('handover.takeBackTitle', { name })}
      confirmLabel={t('handover.takeBack')}
      onConfirm={confirm}
      busy={ending.isPending}
      failure={ending.error ? failureSentence(ending.error) : undefined}
    >
      {t('handover.takeBackMeaning')}
    </ConfirmDialog>
  );
}
