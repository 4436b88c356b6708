import type { Role } from '@bursar/contracts/roles';
import { IconArrowRight } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import type { ChartData } from '../../../ui/chart/chart-data.ts';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { ArrearsSpread } from './ArrearsSpread.tsx';
import type { Book, Compared } from './dashboard.queries.ts';
import classes from './Dashboard.module.css';

type BookOverviewProps = {
  book: Book;
  businessDate: string;
  compared: Compared;
  role: Role;
  /**
   * True if there are several books: each then shows its currency. Only administrators see more
   * than one.
   */
  isOneOfSeveral: boolean;
  /** Content between the figures and the charts, which are hidden until it has loaded. */
  work: ReactNode;
};

/** The book of one currency: its figures, its unassigned loans, its collections and its arrears. */
export function BookOverview(props: BookOverviewProps) {
  const { book, businessDate, compared, role, isOneOfSeveral, work } = props;
  const { t } = useTranslation('dashboard');
  const heading = useId();
  return (
    <Stack as="section" gap={6} aria-labelledby={isOneOfSeveral ? heading : undefined}>
      {isOneOfSeveral && (
        <Text as="h2" id={heading} size="lead" weight="strong">
          {t('book', { currency: book.currency })}
        </Text>
      )}
      <BookFigures book={book} compared={compared} />
      {book.unassignedLoans > 0 && <UnassignedLoans count={book.unassignedLoans} role={role} />}
      {work && (
        <Stack gap={6} className={classes.first}>
          {work}
        </Stack>
      )}
      <Stack gap={6} className={classes.halves}>
        <CollectionsPanel book={book} businessDate={businessDate} />
        <ArrearsSpread book={book} role={role} />
      </Stack>
    </Stack>
  );
}

/**
 * The number of unassigned loans, with a link for users who can assign them; for administrators, a
 * link to the managers.
 */
function UnassignedLoans({ count, role }: { count: number; role: Role }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const to = wayOf(role);
  const sentence = t(`unassigned.${role === 'team' ? 'team' : 'portfolio'}`, {
    count,
    loans: format.count(count),
  });
  return (
    <Box
      flow="row"
      gap={4}
      justify="between"
      pad={[3, 5]}
      tabular
      className={classes.line}
      data-plain={to === null || undefined}
    >
      <span>{sentence}</span>
      {to && (
        <TextLink to={to.path} plain weight="medium">
          <Row as="span" gap={1} wrap={false}>
            {t(`unassigned.${to.words}`)}
            <IconArrowRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
          </Row>
        </TextLink>
      )}
    </Box>
  );
}

/**
 * Returns the link to the unassigned loans or, for administrators, to the managers; null for
 * agents.
 */
function wayOf(role: Role) {
  switch (role) {
    case 'user':
    case 'team':
      return { path: `${paths.unassignedLoans[role]}?status=active`, words: 'assign' } as const;
    case 'admin':
      return { path: `${paths.users}?role=user`, words: 'managers' } as const;
    case 'agent':
      return null;
  }
}

type OfBook = { book: Book; businessDate: string };

function BookFigures({ book, compared }: { book: Book; compared: Compared }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { currency } = book;
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  const former = useFormerMonth(compared, currency);
  return (
    <StatStrip label={t('figuresIn', { currency })}>
      <StatTile
        label={t('outstanding')}
        value={money(book.outstandingMinor)}
        note={t('activeLoans', { count: book.activeLoans, loans: format.count(book.activeLoans) })}
      />
      <StatTile
        label={t('collected')}
        value={money(book.collectedMonthMinor)}
        note={former(book.collectedPreviousMonthMinor)}
      />
      <StatTile
        label={t('income')}
        value={money(book.incomeMonthMinor)}
        note={former(book.incomePreviousMonthMinor)}
      />
      <StatTile
        label={t('disbursed')}
        value={money(book.disbursedMonthMinor)}
        note={t('disbursedNote')}
      />
    </StatStrip>
  );
}

/**
 * Returns a function that writes what the same days of the previous month had, to compare the month
 * to date with.
 */
function useFormerMonth({ previousTo }: Compared, currency: string) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const day = format.day(previousTo, 'short');
  return (before: number) =>
    before === 0
      ? t('nothingIn', { day })
      : t('inFormerDays', { day, amount: format.money(before, currency) });
}

/** Collections by month of the last year, including the current month. */
function CollectionsPanel({ book, businessDate }: OfBook) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { collections, currency } = book;
  const data = useMemo(
    (): ChartData => ({
      categories: collections.map(({ month }) => ({
        id: month,
        label: format.day(month, 'month'),
        month,
        isRunning: month.slice(0, 7) === businessDate.slice(0, 7),
      })),
      series: [
        {
          id: 'collected',
          name: t('collections.series'),
          kind: 'bar',
          tone: 1,
          values: collections.map(({ collectedMinor }) => collectedMinor),
        },
      ],
      unit: { kind: 'money', currency },
    }),
    [collections, currency, businessDate, format, t],
  );
  return (
    <Panel title={t('collections.title')} note={t('collections.note')}>
      <LazyChart
        title={t('collections.title')}
        categoryTitle={t('collections.month')}
        data={data}
        height={236}
        empty={<Text tone="muted">{t('collections.none')}</Text>}
        fileName={`collected-${currency}-${businessDate}`}
      />
    </Panel>
  );
}
