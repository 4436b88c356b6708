import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { ErrorSummary, DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { removeSavedDraft } from '../../../lib/saved-draft.ts';
import { useMovedForm } from '../../servicing/loan-account/MovedLoan.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  PromiseFields,
  type PromisingLoan,
  emptyPromise,
  promiseProblems,
  type PromiseDraft,
} from './PromiseFields.tsx';
import { promisesQuery, useMakePromise, type NewPromise } from './contact-log.queries.ts';
import { usePromiseLines } from './use-contact-lines.ts';

type MakePromiseDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Records a promise to pay; warns if it replaces an open one. */
export function MakePromiseDrawer({ loan, opened, onClose }: MakePromiseDrawerProps) {
  const { t } = useTranslation('contact-log');
  const { form, replaced } = usePromiseForm({ loan, opened, onMade: onClose });
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'promise',
    id: form.values.promiseId,
    lines: usePromiseLines(loan, form.values),
    isBusy: form.isBusy,
    onSent: () => {
      form.discard();
      onClose();
    },
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('promise.title', { reference: loan.reference })}
      submitLabel={t('promise.submit')}
      {...form.dialog}
      safe={t('kept.safe')}
      {...moved.dialog}
    >
      {moved.note}
      <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={form.summary} attempt={form.count} />
      <PromiseFields
        loan={loan}
        amount={form.field('amountMinor')}
        day={form.field('promisedOn')}
        focusFirst
      />
      <Box as="p" tone="muted" size="table" pretty>
        {t('promise.meaning')}
      </Box>
      {replaced && <p>{replaced}</p>}
    </FormDrawer>
  );
}

type PromiseFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onMade: () => void;
};

/** The form of a promise, with the warning about the promise it replaces. */
function usePromiseForm({ loan, opened, onMade }: PromiseFormOptions) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const draftName = `promise.${loan.id}`;
  const making = useMakePromise(loan.id, () => {
    removeSavedDraft(draftName);
    notify.success(t('promise.made', { reference: loan.reference }));
  });
  const form = useContractForm<PromiseDraft, NewPromise, unknown>({
    empty: emptyPromise,
    opened,
    draftName,
    rules: (draft) => promiseProblems(draft, loan, { t, format }),
    contract,
    body: ({ promiseId: id, amountMinor, promisedOn }) =>
      amountMinor === null || promisedOn === null
        ? null
        : { id, amountMinor, promisedOn, currency: loan.currency },
    mutation: making,
    onSent: onMade,
  });
  return { form, replaced: useReplaced(loan, opened) };
}

const contract = () => import('@bursar/contracts/servicing/promises').then((it) => it.makePromise);

/** A new promise replaces the open one, so the form warns before it is saved. */
function useReplaced(loan: PromisingLoan, opened: boolean): string | null {
  const { t } = useTranslation('contact-log');
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
