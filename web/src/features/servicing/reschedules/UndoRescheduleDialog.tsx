import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useUndoReschedule, type RescheduleAnswer } from './reschedules.queries.ts';

type Draft = { readonly id: string; readonly reason: string };

type UndoProps = {
  readonly loan: { readonly id: string; readonly reference: string };
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Undoes the last reschedule: the schedule and the rate before it apply again. */
export function UndoRescheduleDialog({ loan, opened, onClose }: UndoProps) {
  const { t } = useTranslation('reschedules');
  const { reference } = loan;
  const form = useContractForm<Draft, Draft, RescheduleAnswer>({
    name: 'undo-reschedule',
    empty: () => ({ id: uuidv7(), reason: '' }),
    opened,
    // A retry after a lost answer must send the same id; with a new id, it would also undo the
    // previous reschedule.
    draftName: `undo-reschedule.${loan.id}`,
    rules: ({ reason }): { reason?: string } =>
      reason.trim() === '' ? { reason: t('problem.reasonMissing') } : {},
    body: ({ id, reason }) => ({ id, reason: reason.trim() }),
    mutation: useUndoReschedule(loan.id),
    announce: ({ outcome }) =>
      notify.success(t(outcome === 'done' ? 'undo.done' : 'asked', { reference })),
    onSent: onClose,
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && refusal.code === 'id_reused_with_different_content') {
        form.removeDraft();
      }
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('undo.title', { reference })}
      submitLabel={t('undo.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>{t('undo.meaning')}</p>
      <TextareaField
        {...form.field('reason')}
        label={t('field.reason')}
        rows={2}
        maxLength={500}
        focusFirst
        required
      />
    </FormDialog>
  );
}
