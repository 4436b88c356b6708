import type { Payment } from '@bursar/contracts/payments';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { narrowPaymentColumns, paymentColumns } from './payment-columns.tsx';
import { linesOf } from './payment-lines.ts';
import { paymentsQuery } from './payments.queries.ts';
import { ReversalDialog } from './ReversalDialog.tsx';
import type { ReversalWay } from './use-reversal.ts';

/** The payments of a loan and their reversals, newest first, each with how it fell and who held the loan. */
export function PaymentList({ loanId }: { loanId: string }) {
  const { t } = useTranslation('payments');
  const query = useQuery(paymentsQuery(loanId));
  const wayOf = useReversalWay();
  const [inQuestion, setInQuestion] = useState<Payment | null>(null);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={6} />}
      empty={<EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />}
      isEmpty={({ payments }) => payments.length === 0}
    >
      {(data) => (
        <>
          <FigureTable
            label={t('list.label')}
            columns={(isPhone ? narrowPaymentColumns : paymentColumns)(t, {
              payments: data.payments,
              wayOf,
              onReverse: setInQuestion,
            })}
            rows={linesOf(data.payments)}
            rowId={({ id }) => id}
            rowMark={({ kind, payment }) =>
              kind === 'payment' && payment.reversal ? 'void' : undefined
            }
          />
          <ReversalDialog
            loanId={loanId}
            payment={inQuestion}
            way={(inQuestion && wayOf(inQuestion)) ?? 'reverse'}
            onClose={() => setInQuestion(null)}
          />
        </>
      )}
    </Loaded>
  );
}

/** How the reader may have a payment reversed: by themselves, by asking where it is their own, or not. */
function useReversalWay(): (payment: Payment) => ReversalWay | null {
  const mayReverse = useMay('reverse-payment');
  const mayAsk = useMay('request-reversal');
  const readerId = useSession()?.id;
  return ({ postedById }) => {
    if (mayReverse) return 'reverse';
    return mayAsk && postedById === readerId ? 'ask' : null;
  };
}
