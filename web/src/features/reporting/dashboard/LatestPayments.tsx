import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import type { LatestPayment } from './dashboard.queries.ts';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';

type LatestPaymentsProps = {
  payments: readonly LatestPayment[];
  /** False for administrators, who see that money came in but not the loan's page. */
  canOpenLoans: boolean;
  /** False if the page names the currency of all amounts. */
  withCurrency: boolean;
};

/** The latest payments, newest first. */
export function LatestPayments({ payments, ...options }: LatestPaymentsProps) {
  const { t } = useTranslation('dashboard');
  const isPhone = useIsPhone();
  const wide = useWideColumns(options);
  const narrow = useNarrowColumns(options);
  return (
    <Panel title={t('payments.title')}>
      {payments.length === 0 ? (
        <Text tone="muted">{t('payments.none')}</Text>
      ) : (
        <FigureTable
          label={t('payments.title')}
          columns={isPhone ? narrow : wide}
          rows={payments}
          rowId={({ id }) => id}
        />
      )}
    </Panel>
  );
}

type Columns = readonly FigureColumn<LatestPayment>[];

type ColumnOptions = Omit<LatestPaymentsProps, 'payments'>;

function useWideColumns({ canOpenLoans, withCurrency }: ColumnOptions): Columns {
  const { t } = useTranslation('dashboard');
  return [
    {
      id: 'loan',
      header: t('payments.loan'),
      cell: (payment) => <LoanName payment={payment} isLink={canOpenLoans} />,
    },
    {
      id: 'borrower',
      header: t('payments.borrower'),
      wide: true,
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
    },
    {
      id: 'valueDate',
      header: t('payments.valueDate'),
      cell: ({ valueDate }) => <DayText day={valueDate} />,
    },
    {
      id: 'interest',
      header: t('payments.interest'),
      align: 'end',
      cell: ({ interestMinor, currency }) => (
        <Money amountMinor={interestMinor} currency={currency} withCurrency={false} />
      ),
    },
    {
      id: 'amount',
      header: t('payments.amount'),
      align: 'end',
      cell: ({ amountMinor, currency, recoveredMinor }) => {
        const amount = (
          <Money amountMinor={amountMinor} currency={currency} withCurrency={withCurrency} />
        );
        if (recoveredMinor === 0) return amount;
        return <CellPair first={amount} second={t('payments.recovered')} />;
      },
    },
  ];
}

/** On a phone, the borrower is shown below the loan and the day below the amount. */
function useNarrowColumns({ canOpenLoans, withCurrency }: ColumnOptions): Columns {
  const { t } = useTranslation('dashboard');
  return [
    {
      id: 'loan',
      header: t('payments.loan'),
      wide: true,
      cell: (payment) => (
        <CellPair
          first={<LoanName payment={payment} isLink={canOpenLoans} />}
          second={<bdi>{payment.borrower ?? '–'}</bdi>}
        />
      ),
    },
    {
      id: 'amount',
      header: t('payments.amount'),
      align: 'end',
      cell: ({ amountMinor, currency, valueDate, recoveredMinor }) => (
        <CellPair
          first={
            <Money amountMinor={amountMinor} currency={currency} withCurrency={withCurrency} />
          }
          second={
            <>
              {recoveredMinor > 0 && `${t('payments.recovered')} · `}
              <DayText day={valueDate} />
            </>
          }
        />
      ),
    },
  ];
}

function LoanName({ payment, isLink }: { payment: LatestPayment; isLink: boolean }) {
  const { loanId, loanReference } = payment;
  if (!isLink) return loanReference;
  return (
    <TextLink to={paths.loanDetails(loanId)} plain weight="medium">
      {loanReference}
    </TextLink>
  );
}
