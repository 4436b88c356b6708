import type { SnoozeLoan } from '@bursar/contracts/collections/work-queue';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useSnooze, type WorkedLoan } from './work-queue.queries.ts';

type SnoozeDialogProps = {
  readonly loan: WorkedLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

const contract = () =>
  import('@bursar/contracts/collections/work-queue').then((it) => it.snoozeLoan);

type Before = AnswerOf<SnoozeLoan>['before'];

const usualDays = [1, 2, 3, 7, 14] as const;

/** Removes a loan from the queue until a day. */
export function SnoozeDialog({ loan, opened, onClose }: SnoozeDialogProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const today = calendarDate(loan.businessDate);
  const tomorrow = addDays(today, 1);
  const snooze = useSnooze();
  // The day field is empty while one of the usual days is chosen.
  const [isOtherDay, setOtherDay] = useState(false);
  const [choicesMade, setChoices] = useState(0);
  const close = () => {
    setOtherDay(false);
    onClose();
  };
  // The form must not wait for an undo, which may be for another loan.
  const undoing = useSnooze();
  const undo = ({ snoozedUntil, tryAgainAt }: Before) => {
    const restored = { loanId: loan.id, until: snoozedUntil, tryAgainAt };
    void undoing.mutateAsync(restored).then(
      () => notify.success(t('snooze.undone', { reference: loan.reference })),
      (cause) => notify.error(failureSentence(cause)),
    );
  };
  const form = useContractForm({
    empty: (): { readonly until: string | null } => ({ until: tomorrow }),
    opened,
    rules: ({ until }) => ({
      until: until === null || until < tomorrow ? t('snooze.missing') : undefined,
    }),
    contract,
    body: (values) => values,
    mutation: {
      ...snooze,
      mutateAsync: ({ until }) => snooze.mutateAsync({ loanId: loan.id, until }),
    },
    announce: ({ before }, { until }) => {
      const day = until === null ? '' : format.day(until);
      notify.undo(t('snooze.done', { reference: loan.reference, day }), {
        label: t('undo'),
        run: () => undo(before),
      });
    },
    onSent: close,
  });
  const until = form.field('until');
  const choices = usualDays.map((days) => {
    const day = addDays(today, days);
    return { value: day, label: days === 1 ? t('tomorrow') : format.day(day, 'weekday') };
  });
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('snooze.title', { reference: loan.reference })}
      submitLabel={t('snooze.submit')}
      {...form.dialog}
    >
      <p>{t('snooze.meaning')}</p>
      <ChoiceField
        id="snooze-usual"
        label={t('snooze.until')}
        choices={choices}
        value={choices.find(({ value }) => value === until.value)?.value ?? null}
        onChange={(day) => {
          setOtherDay(false);
          setChoices((count) => count + 1);
          until.onChange(day);
        }}
        inColumns
        focusFirst
      />
      <DayField
        // A new field drops a text that is no day, which would block the chosen one.
        key={choicesMade}
        {...until}
        value={isOtherDay ? until.value : null}
        onChange={(day) => {
          setOtherDay(true);
          until.onChange(day);
        }}
        label={t('snooze.day')}
        today={loan.businessDate}
        earliest={tomorrow}
      />
    </FormDialog>
  );
}
