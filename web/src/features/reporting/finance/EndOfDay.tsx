import { STANDARD_BUCKETS } from '@bursar/loan-maths/buckets';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf, loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DefinedPanel } from '../../../ui/page/DefinedPanel.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import {
  endOfDayProgressQuery,
  endOfDayRunsQuery,
  useCloseDay,
  type EndOfDayRun,
} from './finance.queries.ts';

/**
 * For portfolio managers: the closed days, what each end of day did and what it skipped. For
 * administrators: the progress of each portfolio.
 */
export function EndOfDay({ role }: { role: string }) {
  const mayClose = useMay('close-day');
  if (role === 'admin') return <EndOfDayByPortfolio />;
  return mayClose && role === 'user' ? <ClosedDays /> : null;
}

/** For administrators: up to which day each portfolio is closed, and which need attention. */
function EndOfDayByPortfolio() {
  const { t } = useTranslation('end-of-day');
  const format = useFormat();
  const query = useQuery(endOfDayProgressQuery);
  return (
    <DefinedPanel title={t('title')} definition={t('progress.definition')}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
        {({ portfolios }) => (
          <FigureTable
            label={t('title')}
            rows={portfolios}
            rowId={({ portfolio }) => portfolio.id}
            columns={[
              {
                id: 'portfolio',
                header: t('progress.portfolio'),
                cell: ({ portfolio }) => <bdi>{portfolio.name}</bdi>,
              },
              {
                id: 'state',
                header: t('column.state'),
                cell: ({ stoppedAt, openDays }) => {
                  if (stoppedAt !== null) {
                    return <StatusBadge tone="late">{t('state.stopped')}</StatusBadge>;
                  }
                  return openDays > 0 ? (
                    <StatusBadge tone="soon">{t('progress.open')}</StatusBadge>
                  ) : (
                    <StatusBadge tone="good">{t('state.closed')}</StatusBadge>
                  );
                },
              },
              {
                id: 'last',
                header: t('progress.last'),
                cell: ({ lastClosedOn }) =>
                  lastClosedOn === null ? '–' : format.day(lastClosedOn),
              },
              {
                id: 'openDays',
                header: t('progress.openDays'),
                align: 'end',
                cell: ({ openDays }) => format.count(openDays),
              },
              {
                id: 'left',
                header: t('progress.left'),
                align: 'end',
                cell: ({ left }) => format.count(left),
              },
            ]}
          />
        )}
      </Loaded>
    </DefinedPanel>
  );
}

function ClosedDays() {
  const { t } = useTranslation('end-of-day');
  const query = useInfiniteQuery(endOfDayRunsQuery());
  const days = query.data?.pages.flatMap(({ runs }) => runs);
  const last = days?.find(({ state }) => state === 'closed');
  const openDays = query.data?.pages[0]?.openDays ?? [];
  return (
    <DefinedPanel
      title={t('title')}
      definition={t('definition')}
      note={
        last?.endedAt && (
          <>
            {t('last')} <InstantText at={last.endedAt} />
          </>
        )
      }
    >
      <Loaded
        load={{ data: days, failure: failureOf(query) }}
        waiting={<SkeletonLines lines={6} />}
      >
        {(runs) => (
          <Stack gap={4}>
            <OpenDays days={openDays} />
            {runs.length === 0 ? (
              <EmptyState title={t('none')} hint={t('hint')} />
            ) : (
              <EndOfDayTable runs={runs} />
            )}
            {query.hasNextPage && (
              <Row justify="center">
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('earlier')}
                </Button>
              </Row>
            )}
            {runs.length > 0 && <Missed runs={runs} />}
          </Stack>
        )}
      </Loaded>
    </DefinedPanel>
  );
}

/** Past days that are not closed, with a button to close them now. */
function OpenDays({ days }: { days: readonly string[] }) {
  const { t } = useTranslation('end-of-day');
  const format = useFormat();
  const run = useCloseDay();
  const [first] = days;
  const until = days.at(-1);
  if (first === undefined || until === undefined) return null;
  const close = () =>
    run.mutate(until, {
      onSuccess: ({ isClosed }) =>
        isClosed ? notify.success(t('closed')) : notify.error(t('goesOn')),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Row gap={3} justify="between">
      <Text as="p">
        {t('open', { count: days.length, days: format.count(days.length), day: format.day(first) })}
      </Text>
      <Button kind="primary" busy={run.isPending} onClick={close}>
        {t('closeNow')}
      </Button>
    </Row>
  );
}

type BookOfDay = { readonly run: EndOfDayRun; readonly book: EndOfDayRun['books'][number] | null };

function EndOfDayTable({ runs }: { runs: readonly EndOfDayRun[] }) {
  const { t } = useTranslation('end-of-day');
  const format = useFormat();
  const rows = runs.flatMap((run): BookOfDay[] =>
    run.books.length === 0 ? [{ run, book: null }] : run.books.map((book) => ({ run, book })),
  );
  const withCurrency = new Set(rows.flatMap(({ book }) => book?.currency ?? [])).size > 1;
  const amount = (id: string, valueOf: (book: EndOfDayRun['books'][number]) => number) => ({
    id,
    header: t(`column.${id}`),
    align: 'end' as const,
    cell: ({ book }: BookOfDay) =>
      book && (
        <Money amountMinor={valueOf(book)} currency={book.currency} withCurrency={withCurrency} />
      ),
  });
  const count = (id: string, valueOf: (row: BookOfDay) => number) => ({
    id,
    header: t(`column.${id}`),
    align: 'end' as const,
    cell: (row: BookOfDay) => format.count(valueOf(row)),
  });
  return (
    <FigureTable
      label={t('label')}
      rows={rows}
      rowId={({ run, book }) => `${run.day} ${book?.currency ?? ''}`}
      columns={[
        { id: 'day', header: t('column.day'), cell: ({ run }) => format.day(run.day) },
        { id: 'state', header: t('column.state'), cell: ({ run }) => stateOf(run, t) },
        count('due', ({ book }) => book?.dueInstalments ?? 0),
        amount('dueAmount', ({ dueMinor }) => dueMinor),
        amount('dueOpen', ({ dueOpenMinor }) => dueOpenMinor),
        amount('received', ({ receivedMinor }) => receivedMinor),
        amount('penalties', ({ penaltiesMinor }) => penaltiesMinor),
        {
          id: 'promises',
          header: t('column.promises'),
          align: 'end',
          // Its head fits on two lines.
          size: '7.25rem',
          cell: ({ run: { promises } }) =>
            [promises.kept, promises.partlyKept, promises.broken].map(format.count).join(' / '),
        },
        amount('outstanding', (book) => outstandingIn(book, () => true)),
        amount('over30', (book) => outstandingIn(book, (bucket) => isOver30.has(bucket))),
      ]}
    />
  );
}

const isOver30 = new Set<string>(
  STANDARD_BUCKETS.filter(({ fromDays }) => fromDays > 30).map(({ name }) => name),
);

type Bucket = EndOfDayRun['books'][number]['buckets'][number]['bucket'];

function outstandingIn(
  book: EndOfDayRun['books'][number],
  isIn: (bucket: Bucket) => boolean,
): number {
  return book.buckets.reduce(
    (sum, { bucket, outstandingMinor }) => (isIn(bucket) ? sum + outstandingMinor : sum),
    0,
  );
}

function stateOf({ state, failedAt, startedBy }: EndOfDayRun, t: TFunction<'end-of-day'>): string {
  if (state === 'running') return failedAt === null ? t('state.running') : t('state.stopped');
  return startedBy === null ? t('state.closed') : t('state.closedBy', { name: startedBy });
}

/** Loans that end-of-day skipped; they need manual attention. */
function Missed({ runs }: { runs: readonly EndOfDayRun[] }) {
  const { t } = useTranslation('end-of-day');
  const format = useFormat();
  const missed = runs.flatMap(({ day, exceptions }) =>
    exceptions.map((exception) => ({ day, ...exception })),
  );
  if (missed.length === 0) return <Text tone="muted">{t('nothingMissed')}</Text>;
  return (
    <Stack gap={1}>
      <Text as="h3" size="body" weight="strong">
        {t('missed')}
      </Text>
      {missed.map(({ day, loanId, loanReference, reason, doneOn }) => (
        <Text as="p" key={`${day} ${loanId}`} tone={doneOn === null ? 'ink' : 'muted'}>
          <Link to={paths.loanDetails(loanId)}>{loanReference}</Link>{' '}
          {doneOn === null
            ? t(`reason.${reason}`, { day: format.day(day) })
            : t('doneLater', { day: format.day(day), doneOn: format.day(doneOn) })}
        </Text>
      ))}
    </Stack>
  );
}
