import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { ErrorSummary, KeptNotice } from '../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { keptOnClose, useKeptDraft } from '../../lib/kept-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { PromiseFields } from './PromiseFields.tsx';
import {
  type PromisingLoan,
  emptyPromise,
  promiseProblems,
  type PromiseDraft,
} from './promise-draft.ts';
import { promisesQuery, useMakePromise } from './contacts.queries.ts';
import classes from './PromiseFields.module.css';

type MakePromiseDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Writes a promise to pay down; what it does to the one that waits is said before. */
export function MakePromiseDrawer({ loan, opened, onClose }: MakePromiseDrawerProps) {
  const { t } = useTranslation('contacts');
  const form = usePromiseForm({ loan, opened, onMade: onClose });
  const { attempt } = form;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      keeps={form.keeps}
      title={t('promise.title', { reference: loan.reference })}
      submitLabel={t('promise.submit')}
      onSubmit={form.submit}
      busy={form.isSending || form.isWaiting}
      failure={attempt.failure}
      safe={t('kept.safe')}
    >
      <KeptNotice isKept={form.isKept} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={attempt.summary} attempt={attempt.count} />
      <PromiseFields
        loan={loan}
        draft={form.draft}
        onChange={form.change}
        fieldProps={attempt.fieldProps}
        focusFirst
      />
      <p className={classes.meaning}>{t('promise.meaning')}</p>
      {form.replaced && <p>{form.replaced}</p>}
    </FormDrawer>
  );
}

type PromiseFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onMade: () => void;
};

/** A promise being written: what is typed and kept, what it replaces, and writing it down. */
function usePromiseForm({ loan, opened, onMade }: PromiseFormOptions) {
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
