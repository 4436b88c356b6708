import type { Payment } from '@bursar/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { linesOf } from './payment-lines.ts';
import { paymentsQuery } from './payments.queries.ts';
import { ReversalDialog } from './ReversalDialog.tsx';

/** The payments of a loan and their reversals, newest first, each with how it fell and who held the loan. */
export function PaymentList({ loanId }: { loanId: string }) {
  const { t } = useTranslation('payments');
  const { data, error, isFetching, refetch } = useQuery(paymentsQuery(loanId));
  const mayReverse = useMay('reverse-payment');
  const [inQuestion, setInQuestion] = useState<Payment | null>(null);
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
    <>
      <FigureTable
        label={t('list.label')}
        columns={paymentColumns(t, {
          payments: data.payments,
          onReverse: mayReverse ? setInQuestion : null,
        })}
        rows={linesOf(data.payments)}
        rowId={({ id }) => id}
        rowMark={({ kind, payment }) =>
          kind === 'payment' && payment.reversal ? 'void' : undefined
        }
      />
      <ReversalDialog loanId={loanId} payment={inQuestion} onClose={() => setInQuestion(null)} />
    </>
  );
}
