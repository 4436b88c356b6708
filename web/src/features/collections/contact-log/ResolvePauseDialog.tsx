import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useResolvePause } from './contact-log.queries.ts';

type ResolvePauseDialogProps = {
  /** The case to resolve; it remains while the dialog closes. */
  readonly pause: {
    readonly loanId: string;
    readonly reference: string;
    readonly contactId: string;
  };
  readonly opened: boolean;
  readonly onClose: () => void;
};

const contract = () =>
  import('@bursar/contracts/collections/contact-log').then((it) => it.resolveContactPause);

/** Resolves a dispute or another pause with a note, so that the loan returns to the queue. */
export function ResolvePauseDialog({ pause, opened, onClose }: ResolvePauseDialogProps) {
  const { t } = useTranslation('contact-log');
  const { loanId, contactId, reference } = pause;
  const resolving = useResolvePause(loanId, contactId);
  const form = useContractForm({
    empty: () => ({ note: '' }),
    opened,
    draftName: `resolve.${contactId}`,
    rules: ({ note }) => ({ note: note.trim() === '' ? t('pause.missing') : undefined }),
    contract,
    body: ({ note }) => ({ note: note.trim() }),
    mutation: resolving,
    announce: () => notify.success(t('pause.done', { reference })),
    onSent: onClose,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('pause.dialogTitle', { reference })}
      submitLabel={t('pause.submit')}
      {...form.dialog}
      size="small"
    >
      <p>{t('pause.meaning')}</p>
      <TextareaField
        {...form.field('note')}
        label={t('pause.resolution')}
        rows={3}
        maxLength={2000}
        required
      />
    </FormDialog>
  );
}
