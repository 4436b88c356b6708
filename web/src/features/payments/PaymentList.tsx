import type { Payment } from '@bursar/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { DayText } from '../../ui/format/DayText.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import { paymentsQuery } from './payments.queries.ts';

/** The payments of a loan, newest first, each with how it fell and who held the loan then. */
export function PaymentList({ loanId }: { loanId: string }) {
  const { t } = useTranslation('payments');
  const { data, error, isFetching, refetch } = useQuery(paymentsQuery(loanId));
  if (!data && error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <SkeletonLines lines={6} />;
  if (data.payments.length === 0) {
    return <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />;
  }
  return (
    <FigureTable
      label={t('list.label')}
      columns={paymentColumns(t, data.payments)}
      rows={data.payments}
      rowId={(payment) => payment.id}
    />
  );
}

type PartName = 'principalMinor' | 'interestMinor' | 'feesMinor' | 'penaltiesMinor';

/** Fees, penalties and notes have a column only where there are some. */
function paymentColumns(
  t: TFunction<'payments'>,
  payments: readonly Payment[],
): readonly FigureColumn<Payment>[] {
  const occurring = (name: PartName) => payments.some((payment) => payment[name] > 0);
  const part = (name: PartName): FigureColumn<Payment> => ({
    id: name,
    header: t(`column.${name}`),
    cell: (payment) => (
      <Money amountMinor={payment[name]} currency={payment.currency} withCurrency={false} />
    ),
    align: 'end',
  });
  return [
    {
      id: 'valueDate',
      header: t('column.valueDate'),
      cell: (payment) => <DayText day={payment.valueDate} />,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      cell: (payment) => <Money amountMinor={payment.amountMinor} currency={payment.currency} />,
      align: 'end',
    },
    part('principalMinor'),
    part('interestMinor'),
    ...(occurring('feesMinor') ? [part('feesMinor')] : []),
    ...(occurring('penaltiesMinor') ? [part('penaltiesMinor')] : []),
    {
      id: 'method',
      header: t('column.method'),
      cell: (payment) => t(`method.${payment.method}`),
    },
    {
      id: 'holder',
      header: t('column.holder'),
      cell: ({ team, agent }) => <bdi>{[team, agent].filter(Boolean).join(' · ') || '–'}</bdi>,
    },
    {
      id: 'posted',
      header: t('column.posted'),
      cell: ({ postedBy, postedAt }) => (
        <>
          <bdi>{postedBy}</bdi> · <InstantText at={postedAt} />
        </>
      ),
    },
    ...(payments.some(({ note }) => note !== '') ? [noteColumn(t)] : []),
  ];
}

function noteColumn(t: TFunction<'payments'>): FigureColumn<Payment> {
  return {
    id: 'note',
    header: t('column.note'),
    cell: ({ note }) => <bdi>{note}</bdi>,
    wide: true,
  };
}
