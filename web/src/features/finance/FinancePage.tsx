import type { Role } from '@bursar/contracts/roles';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadOf } from '../../lib/load-of.ts';
import { paths } from '../../lib/paths.ts';
import { percentOf } from '../../lib/percent.ts';
import { useSession } from '../../lib/session.ts';
import { LazyChart } from '../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { DefinedPanel } from '../../ui/page/DefinedPanel.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../ui/page/StatTile.tsx';
import { CashFlow, Forecast } from './CashFlow.tsx';
import { Closings } from './Closings.tsx';
import {
  type AgeingBook,
  ageingQuery,
  type CashFlowBook,
  type CashFlowPeriod,
  cashFlowQuery,
  forecastQuery,
  trialBalanceQuery,
} from './finance.queries.ts';
import { BooksOnDays, TrialBalance } from './TrialBalance.tsx';
import { useFinanceView } from './use-finance-view.ts';

/** `/finance`: what was to come in and came, what is still to come, what is late, and the ledger. */
export function FinancePage() {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const role = useSession()?.role ?? 'user';
  const { view, change } = useFinanceView();
  const year = useQuery(cashFlowQuery(null));
  const flow = useQuery(cashFlowQuery(view.month));
  const forecast = useQuery(forecastQuery);
  const ageing = useQuery(ageingQuery);
  const trial = useQuery(trialBalanceQuery(view.on));
  const day = year.data && format.day(year.data.businessDate, 'long');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={day ? t(`description.${role}`, { day }) : t('description.loading')}
      />
      {/* Until the first figures are there, nothing stands below them that they would push down. */}
      {year.isPending ? (
        <SkeletonLines lines={12} />
      ) : (
        <Stack gap={8}>
          <InEachCurrency query={year}>{(book) => <FinanceFigures book={book} />}</InEachCurrency>
          <InEachCurrency query={flow} lines={9}>
            {(book, { businessDate }) => (
              <CashFlow book={book} businessDate={businessDate} view={view} onChange={change} />
            )}
          </InEachCurrency>
          <InEachCurrency query={forecast} lines={8}>
            {(book) => <Forecast book={book} view={view} onChange={change} />}
          </InEachCurrency>
          <InEachCurrency query={ageing} lines={6}>
            {(book, { businessDate }) => (
              <ArrearsAgeing book={book} businessDate={businessDate} role={role} />
            )}
          </InEachCurrency>
          <InEachCurrency query={trial} lines={9}>
            {(book, { on }) => <TrialBalance book={book} on={on} view={view} onChange={change} />}
          </InEachCurrency>
          <Closings role={role} />
          {year.data && (
            <BooksOnDays businessDate={year.data.businessDate} view={view} onChange={change} />
          )}
        </Stack>
      )}
    </>
  );
}

type InBooks = { books: readonly { currency: string }[] };

type InEachCurrencyProps<Answer extends InBooks> = {
  query: UseQueryResult<Answer>;
  lines?: number;
  children: (book: Answer['books'][number], answer: Answer) => ReactNode;
};

/** A part of the page once for each currency: amounts of two are never added up. */
function InEachCurrency<Answer extends InBooks>(props: InEachCurrencyProps<Answer>) {
  const { query, lines = 3, children } = props;
  const { t } = useTranslation('finance');
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={lines} />}>
      {(answer) => (
        <Stack gap={6}>
          {answer.books.map((book) => (
            <Stack key={book.currency} gap={3}>
              {answer.books.length > 1 && (
                <Text as="p" tone="muted" weight="medium">
                  {t('book', { currency: book.currency })}
                </Text>
              )}
              {children(book, answer)}
            </Stack>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

type ArrearsAgeingProps = { book: AgeingBook; businessDate: string; role: Role };

/** What is late, by how late its loan is; a bar leads to its loans where the role has a list of them. */
function ArrearsAgeing({ book, businessDate, role }: ArrearsAgeingProps) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const navigate = useNavigate();
  const { buckets, currency } = book;
  const loans = buckets.reduce((sum, one) => sum + one.loans, 0);
  return (
    <DefinedPanel
      title={t('ageing.title')}
      note={t('ageing.loans', { count: loans, loans: format.count(loans) })}
      definition={t('ageing.definition')}
    >
      <LazyChart
        title={t('ageing.title')}
        categoryTitle={t('ageing.bucket')}
        data={{
          categories: buckets.map(({ bucket }) => ({ id: bucket, label: t(`bucket.${bucket}`) })),
          series: [
            {
              id: 'arrears',
              name: t('series.arrears'),
              kind: 'bar',
              tone: 4,
              values: buckets.map(({ arrearsMinor }) => arrearsMinor),
            },
          ],
          unit: { kind: 'money', currency },
        }}
        height={240}
        empty={<Text tone="muted">{t('ageing.none')}</Text>}
        {...(role !== 'admin' && {
          onSelect: (bucket: string) =>
            void navigate(
              `${paths.allLoans[role]}?${new URLSearchParams({ status: 'active', bucket }).toString()}`,
            ),
        })}
        fileName={`arrears-${currency}-${businessDate}`}
      />
    </DefinedPanel>
  );
}

/** The month that runs and the year behind it, expected beside received. */
function FinanceFigures({ book }: { book: CashFlowBook }) {
  const { t } = useTranslation('finance');
  const format = useFormat();
  const { currency, periods } = book;
  const month = periods.at(-1);
  const former = periods.at(-2);
  if (!month || !former) return null;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const share = (receivedMinor: number, expectedMinor: number) => {
    const percent = percentOf(receivedMinor, expectedMinor);
    return percent === null
      ? t('figures.nothingDue')
      : t('figures.shareOf', {
          percent: format.percent(percent, 0),
          amount: format.money(expectedMinor, currency),
        });
  };
  const sum = (valueOf: (period: CashFlowPeriod) => number) =>
    periods.reduce((all, period) => all + valueOf(period), 0);
  const income = sum((period) => period.interestMinor + period.feesMinor + period.penaltiesMinor);
  return (
    <StatStrip label={t('figures.label', { currency })}>
      <StatTile
        label={t('figures.received', { month: format.day(month.start, 'month') })}
        value={money(month.receivedMinor)}
        note={share(month.receivedMinor, month.expectedMinor)}
        trend={periods.map(({ receivedMinor }) => receivedMinor)}
      />
      <StatTile
        label={t('figures.received', { month: format.day(former.start, 'month') })}
        value={money(former.receivedMinor)}
        note={share(former.receivedMinor, former.expectedMinor)}
      />
      <StatTile
        label={t('figures.year')}
        value={money(sum(({ receivedMinor }) => receivedMinor))}
        note={share(
          sum(({ receivedMinor }) => receivedMinor),
          sum(({ expectedMinor }) => expectedMinor),
        )}
      />
      <StatTile
        label={t('figures.income')}
        value={money(income)}
        note={t('figures.incomeNote')}
        trend={periods.map(({ interestMinor }) => interestMinor)}
      />
    </StatStrip>
  );
}
