import type { ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import { Earned } from './Earned.tsx';
import type { Income, IncomePayment } from './income.queries.ts';
import { totalOf } from './total-of.ts';

type IncomePaymentsTableProps = {
  payments: readonly IncomePayment[];
  /** The figure the payments make up, which stands under them. */
  amounts: Income['total'];
  currency: string;
};

const onPhone: readonly string[] = ['loan', 'valueDate', 'income'];

/** Payments with what each brought in; what paid back principal is no income. */
export function IncomePaymentsTable(props: IncomePaymentsTableProps) {
  const { payments, amounts, currency } = props;
  const { t } = useTranslation('income');
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const money = (amountMinor: number) => <Earned amountMinor={amountMinor} currency={currency} />;
  const figure = (id: string, cell: (payment: IncomePayment) => ReactNode) =>
    ({ id, header: t(`payments.${id}`), cell, align: 'end' }) as const;
  const columns: readonly FigureColumn<IncomePayment>[] = [
    {
      id: 'loan',
      header: t('payments.loan'),
      cell: ({ loanId, loanReference }) => (
        <Link to={paths.loanDetails(loanId)}>{loanReference}</Link>
      ),
    },
    {
      id: 'borrower',
      header: t('payments.borrower'),
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
      wide: true,
    },
    {
      id: 'holder',
      header: t('payments.holder'),
      cell: ({ team, agent }) => <bdi>{agent ?? team ?? '–'}</bdi>,
    },
    figure('valueDate', ({ valueDate }) => <DayText day={valueDate} style="short" />),
    figure('interest', ({ interestMinor }) => money(interestMinor)),
    figure('fees', ({ feeMinor }) => money(feeMinor)),
    figure('penalties', ({ penaltyMinor }) => money(penaltyMinor)),
    figure('income', (payment) => money(totalOf(payment))),
  ];
  return (
    <FigureTable
      label={t('payments.title')}
      columns={columns.filter(({ id }) => !isPhone || onPhone.includes(id))}
      rows={payments}
      rowId={({ id }) => id}
      foot={{
        loan: t('payments.total'),
        interest: money(amounts.interestMinor),
        fees: money(amounts.feeMinor),
        penalties: money(amounts.penaltyMinor),
        income: <Money amountMinor={totalOf(amounts)} currency={currency} />,
      }}
    />
  );
}
