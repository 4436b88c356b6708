import type { Payment } from '@bursar/contracts/servicing/payments';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ALLOCATION_FIELDS } from '@bursar/loan-maths/allocated-amounts';
import type { TFunction } from 'i18next';
import { useQuery } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { BeforeAfter } from '../../../ui/table/BeforeAfter.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  type Effect,
  reversalPreviewQuery,
  useRequestReversal,
  useReversePayment,
  type Reversal,
} from './payments.queries.ts';

type ReversalDialogProps = {
  readonly loanId: string;
  /** The payment to reverse; null while the dialog is closed. */
  readonly payment: Payment | null;
  readonly way: ReversalWay;
  readonly onClose: () => void;
};

/**
 * Reverses a payment or requests its reversal: asks for a reason and, for users who may reverse,
 * shows every effect.
 */
export function ReversalDialog({ loanId, payment, onClose, ...props }: ReversalDialogProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const way = useLastShown(payment && props.way) ?? props.way;
  const { form, preview } = useReversal({ loanId, payment, way, onDone: onClose });
  const shown = useLastShown(payment);
  if (!shown) return null;
  const isAsked = way === 'ask' || preview.data?.needsApproval === true;
  const values = {
    amount: format.amount(shown.amountMinor, shown.currency),
    day: format.day(shown.valueDate),
  };
  return (
    <FormDialog
      opened={payment !== null}
      onClose={onClose}
      title={t(way === 'ask' ? 'askReversal.title' : 'reverse.title', values)}
      submitLabel={t(submitLabelOf(way, isAsked))}
      // A request can still be declined; an immediate reversal cannot be undone.
      submitKind={isAsked ? 'primary' : 'danger'}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
      size={way === 'ask' ? 'normal' : 'wide'}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>
        {t(way === 'ask' ? 'askReversal.meaning' : 'reverse.meaning')}
        {way === 'reverse' && isAsked && <> {t('reverse.needsApproval')}</>}
      </p>
      {/* The reason is above the list of effects, which may be long. */}
      <TextareaField
        {...form.field('reason')}
        label={t('reverse.reason')}
        rows={2}
        focusFirst
        maxLength={500}
        required
      />
      {preview.data && <ReversalEffect effect={preview.data} />}
      {preview.isLoading && <SkeletonLines lines={4} />}
      {preview.error && (
        <ErrorState
          title={failureSentence(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
    </FormDialog>
  );
}

function submitLabelOf(way: ReversalWay, isAsked: boolean) {
  if (way === 'ask') return 'askReversal.submit';
  return isAsked ? 'reverse.ask' : 'reverse.submit';
}

/**
 * The loan before and after a reversal, the penalties that change, and the later payments that are
 * reallocated.
 */
function ReversalEffect({ effect }: { effect: Effect }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { before, after, reallocated, currency } = effect;
  const money = (amountMinor: number) => <Money amountMinor={amountMinor} currency={currency} />;
  const day = (oldest: string | null) => (oldest === null ? '–' : <DayText day={oldest} />);
  const status = (name: typeof before.loanStatus) =>
    t(name === 'closed' ? 'effect.closed' : 'effect.active');
  return (
    <Stack gap={3} aria-live="polite">
      <BeforeAfter
        label={t('effect.label')}
        facts={[
          {
            id: 'outstanding',
            label: t('effect.outstanding'),
            before: money(before.outstandingMinor),
            after: money(after.outstandingMinor),
          },
          {
            id: 'remaining',
            label: t('effect.remaining'),
            before: money(before.remainingMinor),
            after: money(after.remainingMinor),
          },
          {
            id: 'oldest',
            label: t('effect.oldestUnpaid'),
            before: day(before.oldestUnpaidDueOn),
            after: day(after.oldestUnpaidDueOn),
          },
          ...(before.creditMinor === after.creditMinor
            ? []
            : [
                {
                  id: 'credit',
                  label: t('effect.credit'),
                  before: money(before.creditMinor),
                  after: money(after.creditMinor),
                },
              ]),
          ...(before.loanStatus === after.loanStatus
            ? []
            : [
                {
                  id: 'status',
                  label: t('effect.status'),
                  before: status(before.loanStatus),
                  after: status(after.loanStatus),
                },
              ]),
        ]}
      />
      {effect.claimMinor > 0 && (
        <p>{t('effect.claim', { amount: format.amount(effect.claimMinor, currency) })}</p>
      )}
      {effect.penalties.length > 0 && <PenaltiesCharged effect={effect} />}
      {effect.waivedPenalties.length > 0 && (
        <p>
          {t('effect.waivedPenalties', {
            count: effect.waivedPenalties.length,
            figure: format.count(effect.waivedPenalties.length),
            amount: format.amount(totalOf(effect.waivedPenalties), currency),
          })}
        </p>
      )}
      <Text tone="muted">
        {t('effect.later', { count: reallocated.length, figure: format.count(reallocated.length) })}
      </Text>
      {reallocated.length > 0 && (
        <FigureTable
          label={t('effect.laterLabel')}
          columns={laterColumns(t, effect)}
          rows={reallocated}
          rowId={({ id }) => id}
        />
      )}
    </Stack>
  );
}

const totalOf = (penalties: Effect['waivedPenalties']): number =>
  penalties.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Late penalties of closed days that the reversal charges. */
function PenaltiesCharged({ effect: { penalties, currency } }: { effect: Effect }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const figure = format.count(penalties.length);
  return (
    <>
      <p>{t('effect.penalties', { count: penalties.length, figure })}</p>
      <FigureTable
        label={t('effect.penaltiesLabel')}
        columns={[
          {
            id: 'chargedOn',
            header: t('column.penaltyDay'),
            cell: ({ chargedOn }) => <DayText day={chargedOn} />,
          },
          {
            id: 'dueOn',
            header: t('column.instalmentDue'),
            cell: ({ dueOn }) => <DayText day={dueOn} />,
          },
          {
            id: 'amount',
            header: t('column.amount'),
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
            align: 'end',
          },
        ]}
        rows={penalties}
        rowId={({ instalmentNumber, chargedOn }) => `${instalmentNumber} ${chargedOn}`}
      />
    </>
  );
}

type Later = Effect['reallocated'][number];

/** Returns the day, the amount, and the parts that change in at least one payment. */
function laterColumns(
  t: TFunction<'payments'>,
  { reallocated, currency }: Effect,
): readonly FigureColumn<Later>[] {
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const part = (name: keyof Later['after']): FigureColumn<Later> => ({
    id: name,
    header: t(`column.${name}`),
    cell: ({ before, after }) => (
      <>
        {before[name] !== after[name] && (
          <Text as="s" tone="muted">
            {money(before[name])}
          </Text>
        )}{' '}
        {money(after[name])}
      </>
    ),
    align: 'end',
  });
  return [
    {
      id: 'valueDate',
      header: t('column.valueDate'),
      cell: ({ valueDate }) => <DayText day={valueDate} />,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
      align: 'end',
    },
    ...[...ALLOCATION_FIELDS.toReversed(), 'creditMinor' as const]
      .filter((name) => reallocated.some(({ before, after }) => before[name] !== after[name]))
      .map(part),
  ];
}

/** The action that the user can take: reverse the payment, or only request its reversal (`ask`). */
export type ReversalWay = 'reverse' | 'ask';

type ReversalOptions = {
  readonly loanId: string;
  readonly payment: Payment | null;
  readonly way: ReversalWay;
  readonly onDone: () => void;
};

/** The id and the reason of the request, saved in the browser until it is sent. */
type Draft = { readonly id: string; readonly reason: string };

const empty = (): Draft => ({ id: uuidv7(), reason: '' });

/**
 * Returns the form of a reversal and, for users who may reverse, its preview. Retries send the same
 * id, so the reversal is applied once.
 */
function useReversal({ loanId, payment, way, onDone }: ReversalOptions) {
  const { t } = useTranslation('payments');
  const sending = useSending(loanId, way);
  const { sentId, reset } = sending;
  const isClosed = payment === null;
  useEffect(() => {
    if (isClosed) reset();
  }, [isClosed, reset]);
  const form = useContractForm<Draft, Reversal['body'], Reversed>({
    empty,
    opened: payment !== null,
    draftName: `reversal.${payment?.id ?? ''}`,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('reverse.reasonMissing') : undefined,
    }),
    contract,
    body: ({ id, reason }) => payment && { id, reason: reason.trim() },
    mutation: {
      isPending: sending.isPending,
      mutateAsync: (body) => sending.send(payment, body),
    },
    announce: sending.announce,
    onSent: onDone,
    // The draft's id cannot be sent again, so the next attempt needs a new id.
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
    },
  });
  const preview = useQuery({
    ...reversalPreviewQuery(loanId, payment?.id ?? ''),
    // After sending, the payment may be reversed before the dialog closes, and its preview would
    // fail.
    enabled: payment !== null && way === 'reverse' && sentId !== payment.id,
  });
  return { form, preview };
}

const contract = () =>
  import('@bursar/contracts/servicing/payments').then((it) => it.reversePayment);

/**
 * Refusals after which the draft's id cannot be sent again, so the next attempt needs another id.
 */
const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
]);

type Reversed = { readonly payment: Payment; readonly outcome: 'asked' | 'done' };

/** Sends the reversal or the request and reports the result. */
function useSending(loanId: string, way: ReversalWay) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const reversing = useReversePayment(loanId);
  const asking = useRequestReversal(loanId);
  const send = async (payment: Payment | null, body: Reversal['body']): Promise<Reversed> => {
    if (!payment) throw new Error('A closed dialog has no payment to reverse.');
    const reversal = { paymentId: payment.id, body };
    if (way === 'ask') {
      await asking.mutateAsync(reversal);
      return { payment, outcome: 'asked' };
    }
    const { outcome } = await reversing.mutateAsync(reversal);
    return { payment, outcome: outcome === 'reversed' ? 'done' : 'asked' };
  };
  const announce = ({ payment, outcome }: Reversed) => {
    const amount = format.amount(payment.amountMinor, payment.currency);
    notify.success(t(`reverse.${outcome}`, { amount, day: format.day(payment.valueDate) }));
  };
  const isPending = reversing.isPending || asking.isPending;
  // After a refusal the id is undefined, so that the preview loads again.
  const sentId = reversing.isError ? undefined : reversing.variables?.paymentId;
  return { send, announce, isPending, sentId, reset: reversing.reset };
}
