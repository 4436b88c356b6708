import { useTranslation } from 'react-i18next';
import { ErrorSummary, DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useMovedForm } from '../../servicing/loan-account/MovedLoan.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  type PromisingLoan,
  emptyPromise,
  promiseProblems,
  toNewPromise,
  type PromiseDraft,
} from './promise-draft.ts';
import { PromiseLines, useWaitingLines } from './PromiseLines.tsx';
import { useMakePromise, type NewPromise, type PromiseAnswer } from './contact-log.queries.ts';
import { usePromiseLines } from './use-contact-lines.ts';

type MakePromiseDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Records a promise to pay, in one line or in instalments. */
export function MakePromiseDrawer({ loan, opened, onClose }: MakePromiseDrawerProps) {
  const { t } = useTranslation('contact-log');
  const form = usePromiseForm({ loan, opened, onMade: onClose });
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
      <PromiseLines
        loan={loan}
        draft={form.values}
        onChange={form.change}
        propsOf={(name) => form.field('lines', name)}
        focusFirst
      />
      <Box as="p" tone="muted" size="table" pretty>
        {t('promise.meaning')}
      </Box>
    </FormDrawer>
  );
}

type PromiseFormOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onMade: () => void;
};

function usePromiseForm({ loan, opened, onMade }: PromiseFormOptions) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const isWaiting = useWaitingLines(loan.id, opened).length > 0;
  return useContractForm<PromiseDraft, NewPromise, PromiseAnswer>({
    empty: emptyPromise,
    opened,
    draftName: `promise.${loan.id}`,
    rules: (draft) => promiseProblems(draft, loan, { t, format, isWaiting }),
    contract,
    body: (draft) => toNewPromise(draft, loan.currency),
    mutation: useMakePromise(loan.id),
    announce: ({ outcome }) => {
      const { reference } = loan;
      notify.success(t(outcome === 'done' ? 'promise.made' : 'promise.asked', { reference }));
    },
    onSent: onMade,
  });
}

const contract = () => import('@bursar/contracts/servicing/promises').then((it) => it.makePromise);
