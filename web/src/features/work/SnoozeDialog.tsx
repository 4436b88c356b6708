import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useSnooze, type WorkedLoan } from './work.queries.ts';

type SnoozeDialogProps = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

const usualDays = [1, 2, 3, 7, 14] as const;

/** Keeps a loan out of the queue until a day. */
export function SnoozeDialog({ loan, opened, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const today = calendarDate(loan.businessDate);
  const tomorrow = addDays(today, 1);
  const [until, setUntil] = useState<string | null>(tomorrow);
  const attempt = useFormAttempt({
    until: until === null || until < tomorrow ? t('snooze.missing') : undefined,
  });
  const snooze = useSnooze(loan.id);
  const submit = () => {
    if (snooze.isPending || !attempt.begin() || until === null) return;
    snooze.mutate(until, {
      onSuccess: () => {
        notify.undo(t('snooze.done', { reference: loan.reference, day: format.day(until) }), {
          label: t('undo'),
          run: () => snooze.mutate(null),
        });
        attempt.reset();
        onClose();
      },
      onError: attempt.refuse,
    });
  };
  const choices = usualDays.map((days) => {
    const day = addDays(today, days);
    return { value: day, label: days === 1 ? t('tomorrow') : format.day(day, 'weekday') };
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('snooze.title', { reference: loan.reference })}
      submitLabel={t('snooze.submit')}
      onSubmit={submit}
      busy={snooze.isPending}
      failure={attempt.failure}
      size="small"
    >
      <p>{t('snooze.meaning')}</p>
      <ChoiceField
        id="snooze-usual"
        label={t('snooze.until')}
        choices={choices}
        value={choices.find(({ value }) => value === until)?.value ?? null}
        onChange={setUntil}
        focusFirst
      />
      <DayField
        {...attempt.fieldProps('until')}
        label={t('snooze.day')}
        value={until}
        onChange={setUntil}
        today={loan.businessDate}
        earliest={tomorrow}
        required
      />
    </FormDialog>
  );
}
