import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { instantIn } from '../../../lib/instant-in.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { isTime } from '../../../ui/form/parse-time.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { usePlanNextAction, type WorkedLoan } from './work-queue.queries.ts';

type NextActionDialogProps = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Plans the next action on a loan and its day; the agent is reminded at the given time. */
export function NextActionDialog({ loan, opened, onClose }: NextActionDialogProps) {
  const { t } = useTranslation('work-queue');
  const form = useNextAction({ loan, opened, onClose });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('nextAction.title', { reference: loan.reference })}
      submitLabel={t('nextAction.submit')}
      {...form.dialog}
      draftOnClose={undefined}
    >
      <TextField
        {...form.field('action.what')}
        label={t('nextAction.what')}
        placeholder={t('nextAction.example')}
        maxLength={200}
        required
        focusFirst
      />
      <Grid min={12}>
        <DayField
          {...form.field('action.dueOn')}
          label={t('nextAction.day')}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
        <TimeField
          {...form.field('action.time', 'action.remindAt')}
          label={t('nextAction.remindAt')}
          optional
          hint={t('nextAction.remindHint')}
        />
      </Grid>
    </FormDialog>
  );
}

type Options = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Values = {
  readonly action: {
    readonly what: string;
    readonly dueOn: string | null;
    /** The reminder's time as `HH:MM`. It may be only partly typed; empty means no reminder. */
    readonly time: string;
  };
};

const empty = (): Values => ({ action: { what: '', dueOn: null, time: '' } });

const contract = () =>
  import('@bursar/contracts/collections/work-queue').then((it) => it.planNextAction);

/** The form of a next action; its draft is saved. */
function useNextAction({ loan, opened, onClose }: Options) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const remindAtOf = ({ dueOn, time }: Values['action']) =>
    dueOn !== null && isTime(time) ? instantIn(format.settings.timeZone, dueOn, time) : null;
  const planning = usePlanNextAction(loan.id);
  return useContractForm({
    empty,
    opened,
    draftName: `next-action.${loan.id}`,
    rules: ({ action }) => {
      const { what, dueOn, time } = action;
      const remindAt = remindAtOf(action);
      const isPast = remindAt !== null && Date.parse(remindAt) <= Date.now();
      const timeWrong = time !== '' && !isTime(time) ? t('nextAction.timeWrong') : undefined;
      return {
        'action.what': what.trim() === '' ? t('nextAction.whatMissing') : undefined,
        'action.dueOn':
          dueOn === null || dueOn < loan.businessDate ? t('nextAction.dayMissing') : undefined,
        'action.remindAt': isPast ? t('nextAction.past') : timeWrong,
      };
    },
    contract,
    body: ({ action }) => {
      const { what, dueOn } = action;
      if (dueOn === null) return null;
      return { action: { what: what.trim(), dueOn, remindAt: remindAtOf(action) } };
    },
    mutation: { ...planning, mutateAsync: ({ action }) => planning.mutateAsync(action) },
    announce: (_, { action: { dueOn } }) => {
      const day = dueOn === null ? '' : format.day(dueOn);
      notify.success(t('nextAction.done', { reference: loan.reference, day }));
    },
    onSent: onClose,
  });
}
