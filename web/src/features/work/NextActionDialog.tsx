import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { instantIn } from '../../lib/instant-in.ts';
import { useKeptDraft } from '../../lib/kept-draft.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { isTime } from '../../ui/form/parse-time.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { TimeField } from '../../ui/form/TimeField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { usePlanNextAction, type WorkedLoan } from './work.queries.ts';

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
          value={draft.dueOn}
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
          value={draft.time}
          onChange={(time) => change({ time })}
        />
      </FormGrid>
    </FormDialog>
  );
}

type Options = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** What is typed. */
type Draft = {
  readonly what: string;
  readonly dueOn: string | null;
  /** The time of the reminder, `HH:MM` or as far as it is typed, or empty for none. */
  readonly time: string;
};

const empty = (): Draft => ({ what: '', dueOn: null, time: '' });

/** A next action being planned: what is typed and kept, what is wrong with it, and sending it. */
function useNextAction({ loan, opened, onClose }: Options) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const kept = useKeptDraft<Draft>({ name: `next-action.${loan.id}`, opened, empty });
  const { what, dueOn, time } = kept.draft;
  const remindAt =
    dueOn !== null && isTime(time) ? instantIn(format.settings.timeZone, dueOn, time) : null;
  const attempt = useFormAttempt({
    'action.what': what.trim() === '' ? t('nextAction.whatMissing') : undefined,
    'action.dueOn':
      dueOn === null || dueOn < loan.businessDate ? t('nextAction.dayMissing') : undefined,
    'action.remindAt':
      time !== '' && !isTime(time)
        ? t('nextAction.timeWrong')
        : remindAt !== null && Date.parse(remindAt) <= Date.now()
          ? t('nextAction.past')
          : undefined,
  });
  const planning = usePlanNextAction(loan.id);
  return {
    draft: kept.draft,
    attempt,
    change: (changes: Partial<Draft>) => {
      kept.change(changes);
      attempt.edited();
    },
    submit: () => {
      if (planning.isPending || !attempt.begin() || dueOn === null) return;
      planning.mutate(
        { what: what.trim(), dueOn, remindAt },
        {
          onSuccess: () => {
            kept.settle();
            attempt.reset();
            notify.success(
              t('nextAction.done', { reference: loan.reference, day: format.day(dueOn) }),
            );
            onClose();
          },
          onError: attempt.refuse,
        },
      );
    },
    isSending: planning.isPending,
  };
}
