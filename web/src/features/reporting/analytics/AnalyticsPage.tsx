import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useSession } from '../../../lib/session.ts';
import { chartShapes } from '../../../ui/chart/chart-shapes.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ChartPanel } from '../../../ui/chart/ChartPanel.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import {
  concentrationQuery,
  historyQuery,
  ratesQuery,
  type RateMonth,
} from './analytics.queries.ts';
import { ArrearsHistory, ArrearsHistoryToCome } from './ArrearsHistory.tsx';
import { BehindDrawer } from './BehindDrawer.tsx';
import { Concentration } from './Concentration.tsx';
import { useAddress } from '../../../lib/use-address.ts';

/**
 * `/analytics`: arrears over time, rates of reached contacts and kept promises, and concentrations
 * of the book.
 */
export function AnalyticsPage() {
  const { t } = useTranslation('analytics');
  const role = useSession()?.role ?? 'user';
  const history = useQuery(historyQuery);
  const rates = useQuery(ratesQuery);
  const concentration = useQuery(concentrationQuery);
  const nameOf = (currency: string, books: readonly unknown[]) =>
    books.length > 1 && (
      <Text tone="muted" weight="medium">
        {t('book', { currency })}
      </Text>
    );
  return (
    <>
      <PageHeader title={t('title')} description={t(`description.${role}`)} />
      <Stack gap={8}>
        <Loaded load={loadOf(history)} waiting={<ArrearsHistoryToCome />}>
          {({ books, days }) =>
            books.map((book) => (
              <Stack key={book.currency} gap={3}>
                {nameOf(book.currency, books)}
                <ArrearsHistory book={book} days={days} />
              </Stack>
            ))
          }
        </Loaded>
        <Loaded load={loadOf(rates)} waiting={<SkeletonLines lines={8} />}>
          {({ months }) => <ContactRates months={months} />}
        </Loaded>
        <Loaded load={loadOf(concentration)} waiting={<SkeletonLines lines={8} />}>
          {({ books }) =>
            books.map((book) => (
              <Stack key={book.currency} gap={3}>
                {nameOf(book.currency, books)}
                <Concentration book={book} />
              </Stack>
            ))
          }
        </Loaded>
      </Stack>
    </>
  );
}

/**
 * The share of contact attempts that reached the borrower, and the share of due promises that were
 * kept.
 */
function ContactRates({ months }: { months: readonly RateMonth[] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [chosen, setChosen] = useAddress('contacts');
  const month = months.find(({ start }) => start === chosen);
  const percent = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100);
  const total = (valueOf: (month: RateMonth) => number) =>
    format.count(months.reduce((sum, one) => sum + valueOf(one), 0));
  const range = month && { from: month.start, to: month.end };
  return (
    <ChartPanel
      title={t('contacts.title')}
      note={t('contacts.note', {
        contacts: total(({ contacts }) => contacts),
        promises: total(({ kept, partlyKept, broken }) => kept + partlyKept + broken),
      })}
      definition={t('contacts.definition')}
    >
      <LazyChart
        shape={chartShapes.lines}
        title={t('contacts.title')}
        categoryTitle={t('month')}
        data={{
          categories: months.map(({ start }, at) => ({
            id: start,
            label: format.day(start, 'month'),
            month: start,
            isRunning: at === months.length - 1,
          })),
          series: [
            {
              id: 'reached',
              name: t('contacts.reached'),
              kind: 'line',
              tone: 1,
              values: months.map(({ reached, contacts }) => percent(reached, contacts)),
            },
            {
              id: 'kept',
              name: t('contacts.kept'),
              kind: 'line',
              tone: 3,
              values: months.map(({ kept, partlyKept, broken }) =>
                percent(kept, kept + partlyKept + broken),
              ),
            },
          ],
          unit: { kind: 'percent' },
        }}
        height={220}
        empty={<Text tone="muted">{t('contacts.none')}</Text>}
        onSelect={setChosen}
        fileName="contact-rates"
      />
      <BehindDrawer
        figure={
          month && range
            ? {
                title: t('contacts.opened', { month: format.day(month.start, 'month') }),
                behind: [
                  { kind: 'contacts', name: t('rows.contacts'), asked: range },
                  { kind: 'promises', name: t('rows.promises'), asked: range },
                ],
              }
            : null
        }
        onClose={() => setChosen(null)}
      />
    </ChartPanel>
  );
}
