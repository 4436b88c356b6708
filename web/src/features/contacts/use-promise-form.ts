import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { keptOnClose, useKeptDraft } from '../../lib/kept-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { promisesQuery, useMakePromise } from './contacts.queries.ts';
import { emptyPromise, promiseProblems } from './promise-draft.ts';
import type { PromiseDraft, PromisingLoan } from './promise-draft.ts';

type PromiseFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onMade: () => void;
};

/** A promise being written: what is typed and kept, what it replaces, and writing it down. */
export function usePromiseForm({ loan, opened, onMade }: PromiseFormOptions) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const kept = useKeptDraft<PromiseDraft>({
    name: `promise.${loan.id}`,
    opened,
    empty: emptyPromise,
  });
  const { draft } = kept;
  const attempt = useFormAttempt(promiseProblems(draft, loan, { t, format }));
  const making = useMakePromise(loan.id, () => {
    kept.settle();
    notify.success(t('promise.made', { reference: loan.reference }));
  });
  return {
    draft,
    isKept: kept.isKept,
    keeps: keptOnClose(making.isPaused, kept.isTyped),
    attempt,
    replaced: useReplaced(loan, opened),
    discard: () => {
      kept.discard();
      attempt.reset();
    },
    change: (changes: Partial<PromiseDraft>) => {
      kept.change(changes);
      attempt.edited();
    },
    submit: () => {
      if (making.isPending || !attempt.begin()) return;
      const { promiseId: id, amountMinor, promisedOn } = draft;
      if (amountMinor === null || promisedOn === null) return;
      making.mutate(
        { id, amountMinor, promisedOn, currency: loan.currency },
        {
          onSuccess: () => {
            attempt.reset();
            onMade();
          },
          onError: attempt.refuse,
        },
      );
    },
    isSending: making.isPending && !making.isPaused,
    isWaiting: making.isPaused,
  };
}

/** A newer promise takes the place of the one that waits: it is said before it happens. */
function useReplaced(loan: PromisingLoan, opened: boolean): string | null {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const { data } = useQuery({ ...promisesQuery(loan.id), enabled: opened });
  const waiting = data?.promises.find(({ state }) => state === 'waiting');
  if (!waiting) return null;
  const { amountMinor, currency, promisedOn } = waiting;
  return t('promise.replaces', {
    amount: format.amount(amountMinor, currency),
    day: format.day(promisedOn),
  });
}
