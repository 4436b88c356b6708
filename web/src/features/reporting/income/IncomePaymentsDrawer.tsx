import type { Role } from '@bursar/contracts/roles';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Earned } from './EarnersTable.tsx';
import { totalOf } from './income-figures.ts';
import { incomePaymentsQuery } from './income.queries.ts';
import type { Income, IncomePayment, PaymentsBehind } from './income.queries.ts';
import { periodEnd, periodName } from './income-range.ts';
import type { DaysShown, IncomeView } from './income-range.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** A figure of the page and the query for its payments. */
export type OpenFigure = {
  readonly title: string;
  readonly amounts: Income['total'];
  readonly behind: PaymentsBehind;
};

type IncomePaymentsDrawerProps = {
  /** Null while the drawer is closed. */
  figure: OpenFigure | null;
  currency: string;
  onClose: () => void;
};

/** The payments behind a figure, and whether they add up to it. */
export function IncomePaymentsDrawer({ figure, currency, onClose }: IncomePaymentsDrawerProps) {
  const shown = useLastShown(figure);
  return (
    <SideDrawer opened={figure !== null} onClose={onClose} title={shown?.title} size="table">
      {shown && <Payments figure={shown} currency={currency} />}
    </SideDrawer>
  );
}

function Payments({ figure, currency }: { figure: OpenFigure; currency: string }) {
  const { t } = useTranslation('income');
  const query = useInfiniteQuery(incomePaymentsQuery(figure.behind));
  const { data, error, isFetching, refetch } = query;
  if (error) {
    return (
      <ErrorState
        title={failureSentence(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data) return <TableToCome rows={8} />;
  const payments = data.pages.flatMap((page) => page.rows);
  if (payments.length === 0) return <Text tone="muted">{t('payments.none')}</Text>;
  return (
    <Stack>
      <Reconciliation figure={figure} currency={currency} payments={payments} />
      <IncomePaymentsTable payments={payments} amounts={figure.amounts} currency={currency} />
      <MoreRows shown={payments.length} pages={query} />
    </Stack>
  );
}

type ReconciliationProps = {
  figure: OpenFigure;
  currency: string;
  payments: readonly { interestMinor: number; feeMinor: number; penaltyMinor: number }[];
};

/** Says how many payments are shown and, once all are, whether they add up to the figure. */
function Reconciliation({ figure, currency, payments }: ReconciliationProps) {
  const { t } = useTranslation('income');
  const format = useFormat();
  const { amounts } = figure;
  const shownMinor = payments.reduce((sum, payment) => sum + totalOf(payment), 0);
  const values = {
    count: amounts.payments,
    shown: format.count(payments.length),
    all: format.count(amounts.payments),
    shownAmount: format.amount(shownMinor, currency),
    allAmount: format.amount(totalOf(amounts), currency),
  };
  const isWhole = payments.length >= amounts.payments;
  const addsUp = payments.length === amounts.payments && shownMinor === totalOf(amounts);
  return (
    <Text tone="muted" tabular aria-live="polite">
      {!isWhole && t('payments.part', values)}
      {isWhole && (addsUp ? t('payments.whole', values) : t('payments.moved', values))}
    </Text>
  );
}

type IncomePaymentsTableProps = {
  payments: readonly IncomePayment[];
  /** The figure that the payments add up to, shown below them. */
  amounts: Income['total'];
  currency: string;
};

const onPhone: readonly string[] = ['loan', 'valueDate', 'income'];

/** Payments with the income of each; repaid principal is no income. */
function IncomePaymentsTable(props: IncomePaymentsTableProps) {
  const { payments, amounts, currency } = props;
  const { t } = useTranslation('income');
  const isPhone = useIsPhone();
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

/**
 * The value in the address for payments that were received while the loan had no team or, in the
 * view of a team or agent, no agent.
 */
export const nobodysPayments = 'nobody';

type Shown = { income: Income | undefined; days: DaysShown; view: IncomeView; role: Role };

/**
 * Returns the figure that the address opens: a period by its first day, or the payments without an
 * earner.
 */
export function useOpenFigure({ income, days, view, role }: Shown): OpenFigure | null {
  const { t } = useTranslation('income');
  const format = useFormat();
  const [search] = useSearchParams();
  const what = search.get('open');
  if (what === null || !income) return null;
  const { teamId, agentId } = view;
  if (what === nobodysPayments) {
    const kind = kindOneStepDown(role);
    const amounts = income.earners.find(({ earner }) => earner.kind === kind && earner.id === null);
    if (!amounts) return null;
    const { from, to } = days;
    const title = t(`payments.titleOfNobody.${kind}`);
    return { title, amounts, behind: { from, to, nobody: true, teamId, agentId } };
  }
  const period = income.periods.find(({ start }) => start === what);
  if (!period) return null;
  const to = periodEnd(period.start, days);
  // The first period may start before the range.
  const from = period.start < days.from ? days.from : period.start;
  return {
    title: t('payments.titleOf', { period: periodName(period.start, { days, format, t }) }),
    amounts: period,
    behind: { from, to, nobody: false, teamId, agentId },
  };
}

/**
 * Returns the kind of account to which a role assigns loans: a manager assigns to teams, a team to
 * agents.
 */
export function kindOneStepDown(role: Role): 'team' | 'agent' {
  return role === 'user' ? 'team' : 'agent';
}
