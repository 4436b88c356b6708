import { useTranslation } from 'react-i18next';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TimeField } from '../../ui/form/TimeField.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { useNextAction } from './use-next-action.ts';
import type { WorkedLoan } from './worked-loan.ts';

type NextActionDialogProps = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** What is done next on a loan, and when; at that hour its agent is reminded. */
export function NextActionDialog({ loan, opened, onClose }: NextActionDialogProps) {
  const { t } = useTranslation('work');
  const { draft, change, attempt, submit, isSending } = useNextAction({ loan, opened, onClose });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('nextAction.title', { reference: loan.reference })}
      submitLabel={t('nextAction.submit')}
      onSubmit={submit}
      busy={isSending}
      failure={attempt.failure}
    >
      <TextField
        {...attempt.fieldProps('action.what')}
        label={t('nextAction.what')}
        placeholder={t('nextAction.example')}
        value={draft.what}
        onChange={(what) => change({ what })}
        maxLength={200}
        required
        focusFirst
      />
      <FormGrid columns={2}>
        <DayField
          {...attempt.fieldProps('action.dueOn')}
          label={t('nextAction.day')}
          day={draft.dueOn}
          onChange={(dueOn) => change({ dueOn })}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
        <TimeField
          {...attempt.fieldProps('action.remindAt')}
          label={t('nextAction.remindAt')}
          optional
          hint={t('nextAction.remindHint')}
          time={draft.time}
          onChange={(time) => change({ time })}
        />
      </FormGrid>
    </FormDialog>
  );
}
