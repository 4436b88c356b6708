import type { Payment } from '@bursar/contracts/servicing/payments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { useMay } from '../../../lib/session-query.ts';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import type { LoanWithUnappliedFunds } from './RefundDialogs.tsx';
import { UnappliedFundsPanel } from './UnappliedFundsPanel.tsx';
import { paymentColumns, paymentTotals, type PaymentTableSize } from './payment-columns.tsx';
import { linesOf } from './payment-lines.ts';
import {
  mergePages,
  paymentsQuery,
  useSaveReceipt,
  type StatementLoan,
} from './payments.queries.ts';
import { ReversalDialog, type ReversalWay } from './ReversalDialog.tsx';
import { useIsPhone, useMedia } from '../../../ui/state/use-media.ts';

/** The payments, reversals and write-offs of a loan, newest first, and its credit balance. */
export function PaymentList({ loan }: { loan: LoanWithUnappliedFunds & StatementLoan }) {
  const { t } = useTranslation('payments');
  const loanId = loan.id;
  const query = useInfiniteQuery({ ...paymentsQuery(loanId), select: mergePages });
  const wayOf = useReversalWay();
  const [asked, ask] = useReversalInAddress();
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<TableToCome rows={6} />}
      empty={<EmptyLine title={t('list.empty')} hint={t('list.emptyHint')} />}
      isEmpty={({ payments, losses }) => payments.length + losses.writeOffs.length === 0}
    >
      {(data) => (
        <Stack gap={5}>
          <UnappliedFundsPanel loan={loan} unappliedFunds={data.unappliedFunds} />
          <Stack gap={3}>
            <PaymentTable
              loan={loan}
              data={data}
              goesOn={query.hasNextPage}
              wayOf={wayOf}
              onReverse={({ id }) => ask(id)}
            />
            <MoreRows shown={data.payments.length} pages={query} />
          </Stack>
          <ReversalDialog
            loanId={loanId}
            {...questionAbout(data.payments, asked, wayOf)}
            onClose={() => ask(null)}
          />
        </Stack>
      )}
    </Loaded>
  );
}

type PaymentTableProps = {
  readonly loan: StatementLoan & { readonly currency: string };
  readonly data: ReturnType<typeof mergePages>;
  /** True if older payments have not been loaded yet. */
  readonly goesOn: boolean;
  readonly wayOf: WayOf;
  readonly onReverse: (payment: Payment) => void;
};

function PaymentTable({ loan, data, goesOn, wayOf, onReverse }: PaymentTableProps) {
  const { t } = useTranslation('payments');
  const size = useTableSize();
  const receipt = useSaveReceipt();
  const { currency } = loan;
  const { payments, losses } = data;
  const lines = linesOf(payments, losses, { goesOn });
  // While only a part of the payments is loaded, their total would be mistaken for the total of
  // all.
  const foot = goesOn ? undefined : paymentTotals(t, { payments, currency });
  return (
    <FigureTable
      label={t('list.label')}
      columns={paymentColumns(t, {
        size,
        currency,
        payments,
        lines,
        hasLosses: losses.writeOffs.length > 0,
        wayOf,
        onReverse,
        onReceipt: ({ id }) => receipt.mutate({ loan, paymentId: id }),
      })}
      rows={lines}
      rowId={({ id }) => id}
      rowMark={({ kind, payment }) =>
        kind === 'payment' && payment?.reversal ? 'void' : undefined
      }
      {...(foot && { foot })}
    />
  );
}

function useTableSize(): PaymentTableSize {
  const isMedium = useMedia('(max-width: 84em)');
  if (useIsPhone()) return 'phone';
  return isMedium ? 'medium' : 'wide';
}

/**
 * Stores the payment to reverse in the address, because the message about a new payment has a link
 * that opens its reversal.
 */
function useReversalInAddress() {
  const [search, setSearch] = useSearchParams();
  const ask = (paymentId: string | null) => {
    const next = new URLSearchParams(search);
    if (paymentId === null) next.delete('reverse');
    else next.set('reverse', paymentId);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return [search.get('reverse'), ask] as const;
}

type WayOf = (payment: Payment) => ReversalWay | null;

function questionAbout(payments: readonly Payment[], asked: string | null, wayOf: WayOf) {
  const found = payments.find(({ id, reversal }) => id === asked && !reversal);
  const way = found ? wayOf(found) : null;
  return { payment: way && found ? found : null, way: way ?? 'reverse' };
}

/**
 * Returns how the user may reverse a payment: directly, by request if the user posted it, or not at
 * all.
 */
function useReversalWay(): WayOf {
  const mayReverse = useMay('reverse-payment');
  const mayAsk = useMay('request-reversal');
  const readerId = useSession()?.id;
  return ({ postedById }) => {
    if (mayReverse) return 'reverse';
    return mayAsk && postedById === readerId ? 'ask' : null;
  };
}
