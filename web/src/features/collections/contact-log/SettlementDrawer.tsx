import type { AgreementChannel } from '@bursar/contracts/servicing/reschedules.values';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { DraftNotice, ErrorSummary } from '../../../ui/form/FormMessages.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { AgreedByField, ReasonField } from '../../servicing/loan-account/AgreementFields.tsx';
import { useRequestSettlement, type NewSettlement } from './contact-log.queries.ts';
import {
  emptyPromise,
  promiseProblems,
  toNewPromise,
  totalOf,
  type PromiseDraft,
  type PromisingLoan,
} from './promise-draft.ts';
import { PromiseLines } from './PromiseLines.tsx';

type DrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Draft = PromiseDraft & {
  readonly agreedBy: AgreementChannel | null;
  readonly reason: string;
};

/** A request to settle a loan for less than its payoff, in one amount or in instalments. */
export function SettlementDrawer({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation(['contact-log', 'reschedules']);
  const form = useSettlementForm({ loan, opened, onClose });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('settlement.title', { reference: loan.reference })}
      submitLabel={t('reschedules:ask')}
      {...form.dialog}
      safe={t('kept.safe')}
    >
      <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={form.summary} attempt={form.count} />
      <Box as="p" tone="muted" size="table" pretty>
        {t('settlement.meaning')}
      </Box>
      <PromiseLines
        // Without a payoff, because the form must not suggest it as the amount of a settlement.
        loan={{ ...loan, payoffMinor: null }}
        draft={form.values}
        onChange={form.change}
        propsOf={(name) => form.field('lines', name)}
        replacesEarlier
        shares={<Forgone loan={loan} lines={form.values.lines} />}
        focusFirst
      />
      <AgreedByField {...form.field('agreedBy')} />
      <ReasonField {...form.field('reason')} />
    </FormDrawer>
  );
}

type ForgoneProps = { readonly loan: PromisingLoan } & Pick<PromiseDraft, 'lines'>;

/** Today's payoff and the part of it that will not be collected. */
function Forgone({ loan: { payoffMinor, currency }, lines }: ForgoneProps) {
  const { t } = useTranslation('contact-log');
  if (payoffMinor === null) return null;
  const totalMinor = totalOf(lines);
  return (
    <Box as="dl" flow="stack" gap={2} aria-live="polite">
      <Fact name={t('settlement.payoff')}>
        <Money amountMinor={payoffMinor} currency={currency} />
      </Fact>
      {totalMinor > 0 && totalMinor < payoffMinor && (
        <Fact name={t('settlement.forgone')}>
          <Money amountMinor={payoffMinor - totalMinor} currency={currency} />
        </Fact>
      )}
    </Box>
  );
}

function useSettlementForm({ loan, opened, onClose }: DrawerProps) {
  const { t } = useTranslation(['contact-log', 'reschedules']);
  const format = useFormat();
  const { currency, payoffMinor } = loan;
  const notBelow = ({ lines }: Draft): FormProblems => {
    if (payoffMinor === null || totalOf(lines) < payoffMinor) return {};
    const field = lines.length === 1 ? 'lines.0.amountMinor' : 'lines';
    const payoff = format.amount(payoffMinor, currency);
    return { [field]: t('settlement.notBelow', { payoff }) };
  };
  return useContractForm<Draft, NewSettlement, unknown>({
    name: 'settlement',
    empty: () => ({ ...emptyPromise(), agreedBy: null, reason: '' }),
    opened,
    draftName: `settlement.${loan.id}`,
    rules: (draft) => ({
      ...promiseProblems(draft, loan, { t, format, isWaiting: false }),
      ...notBelow(draft),
      agreedBy: draft.agreedBy === null ? t('settlement.agreedByMissing') : undefined,
      reason: draft.reason.trim() === '' ? t('reschedules:problem.reasonMissing') : undefined,
    }),
    contract,
    body: ({ agreedBy, reason, ...draft }) => {
      const promise = toNewPromise({ ...draft, earlier: null }, currency);
      return promise && agreedBy && { ...promise, agreedBy, reason: reason.trim() };
    },
    mutation: useRequestSettlement(loan.id),
    announce: () => notify.success(t('settlement.asked', { reference: loan.reference })),
    onSent: onClose,
  });
}

const contract = () =>
  import('@bursar/contracts/servicing/settlements').then((it) => it.requestSettlement);
