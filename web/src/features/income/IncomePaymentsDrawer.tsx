import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { incomePaymentsQuery } from './income.queries.ts';
import type { Income, PaymentsBehind } from './income.queries.ts';
import { IncomePaymentsTable } from './IncomePaymentsTable.tsx';
import { totalOf } from './total-of.ts';
import classes from './IncomePaymentsDrawer.module.css';

/** A figure of the page and where its payments are found. */
export type OpenFigure = {
  readonly title: string;
  readonly amounts: Income['total'];
  readonly behind: PaymentsBehind;
};

type IncomePaymentsDrawerProps = {
  /** Null while nothing is open. */
  figure: OpenFigure | null;
  currency: string;
  onClose: () => void;
};

/** The payments behind a bar, one by one, and whether they add up to it. */
export function IncomePaymentsDrawer({ figure, currency, onClose }: IncomePaymentsDrawerProps) {
  const shown = useLastShown(figure);
  return (
    <SideDrawer opened={figure !== null} onClose={onClose} title={shown?.title} width={820}>
      {shown && <Payments figure={shown} currency={currency} />}
    </SideDrawer>
  );
}

function Payments({ figure, currency }: { figure: OpenFigure; currency: string }) {
  const { t } = useTranslation('income');
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(incomePaymentsQuery(figure.behind));
  if (error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <SkeletonLines lines={8} />;
  const payments = data.pages.flatMap((page) => page.rows);
  if (payments.length === 0) return <p className={classes.none}>{t('payments.none')}</p>;
  return (
    <div className={classes.payments}>
      <Reconciliation figure={figure} currency={currency} payments={payments} />
      <IncomePaymentsTable payments={payments} amounts={figure.amounts} currency={currency} />
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('payments.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

type ReconciliationProps = {
  figure: OpenFigure;
  currency: string;
  payments: readonly { interestMinor: number; feeMinor: number; penaltyMinor: number }[];
};

/** Says how many payments are in sight, and, once all are, that they make exactly the figure. */
function Reconciliation({ figure, currency, payments }: ReconciliationProps) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const { amounts } = figure;
  const shownMinor = payments.reduce((sum, payment) => sum + totalOf(payment), 0);
  const words = {
    count: amounts.payments,
    shown: format.count(payments.length),
    all: format.count(amounts.payments),
    shownAmount: format.amount(shownMinor, currency),
    allAmount: format.amount(totalOf(amounts), currency),
  };
  const isWhole = payments.length >= amounts.payments;
  const addsUp = payments.length === amounts.payments && shownMinor === totalOf(amounts);
  return (
    <p className={classes.sum} aria-live="polite">
      {!isWhole && t('payments.part', words)}
      {isWhole && (addsUp ? t('payments.whole', words) : t('payments.moved', words))}
    </p>
  );
}
