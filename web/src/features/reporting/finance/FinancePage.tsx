import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { ArrearsAgeing } from './ArrearsAgeing.tsx';
import { EndOfDay } from './EndOfDay.tsx';
import { CashFlow, Forecast } from './CashFlow.tsx';
import { ageingQuery, cashFlowQuery, forecastQuery, trialBalanceQuery } from './finance.queries.ts';
import { FinanceFigures } from './FinanceFigures.tsx';
import { DayOfTrial, Journal, TrialBalance } from './TrialBalance.tsx';
import { useFinanceView } from './use-finance-view.ts';

/**
 * `/finance`: expected and received amounts, the forecast, arrears, the ledger and the end of day.
 */
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
  const currencies = (year.data?.books ?? []).map(({ currency }) => currency);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          year.data && currencies.length > 0
            ? t(`description.${role}`, {
                currency: format.list(currencies),
                day: format.day(year.data.businessDate, 'long'),
              })
            : t('description.loading')
        }
      />
      {/* The content below is hidden until the first figures load, because they would push it down.
       */}
      {year.isPending ? (
        <SkeletonLines lines={12} />
      ) : (
        <Stack gap={8}>
          <InEachCurrency query={year}>
            {(book) => <FinanceFigures book={book} view={view} onChange={change} />}
          </InEachCurrency>
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
              <ArrearsAgeing
                book={book}
                businessDate={businessDate}
                role={role}
                view={view}
                onChange={change}
              />
            )}
          </InEachCurrency>
          <Stack gap={4}>
            {year.data && (
              <DayOfTrial businessDate={year.data.businessDate} view={view} onChange={change} />
            )}
            <InEachCurrency query={trial} lines={9}>
              {(book, { on }) => <TrialBalance book={book} on={on} view={view} onChange={change} />}
            </InEachCurrency>
          </Stack>
          <EndOfDay role={role} />
          {year.data && (
            <div data-screen-only>
              <Journal businessDate={year.data.businessDate} />
            </div>
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

/** A part of the page for each currency: amounts of different currencies are never added. */
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
