import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { instantIn } from '../../lib/instant-in.ts';
import { useKeptDraft } from '../../lib/kept-draft.ts';
import { isTime } from '../../ui/form/parse-time.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { usePlanNextAction } from './work.queries.ts';
import type { WorkedLoan } from './worked-loan.ts';

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
export function useNextAction({ loan, opened, onClose }: Options) {
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
