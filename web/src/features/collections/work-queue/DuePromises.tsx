import { promiseViews, type PromiseView } from '@bursar/contracts/collections/due-promises.values';
import type { ListDuePromises } from '@bursar/contracts/collections/due-promises';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { sharedCurrency } from '../../../lib/shared-currency.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { deskQuery, duePromisesQuery, type DuePromise } from './desk.queries.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** The promises due today, coming or broken, of all agents or one. The URL has the filters. */
export function DuePromises({ stateOf }: { readonly stateOf: StateOf }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const filters = usePromiseFilters();
  const query = useInfiniteQuery(duePromisesQuery(filters.values));
  const isPhone = useIsPhone();
  const pages = query.data?.pages ?? [];
  const promises = pages.flatMap((page) => page.promises);
  const options = { stateOf, currency: sharedCurrency(promises) };
  const wide = useDuePromiseColumns(options);
  const narrow = useNarrowDuePromiseColumns(options);
  // Every page has the totals of all promises; those of the last page are the newest.
  const sums = pages.at(-1);
  const { due: view, agentId } = filters.values;
  if (!sums) return null;
  const { count } = sums;
  return (
    <Panel title={t('duePromises.title')} note={<Sums view={view} sums={sums} />}>
      <Box pad={[0, 0, 3]}>
        <Row gap={2}>
          <FilterMenu
            label={t('duePromises.show')}
            options={promiseViews.map((value) => ({
              value,
              label: t(`duePromises.view.${value}`),
              note: format.count(sums.views[value]),
            }))}
            value={view}
            onChange={(value) => filters.change('promises', value)}
          />
          <FilterMenu
            label={t('desk.agent')}
            every={t('parked.everyAgent')}
            options={filters.agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={agentId}
            onChange={(value) => filters.change('promisesAgent', value)}
          />
        </Row>
      </Box>
      {promises.length === 0 ? (
        <Text tone="muted" size="table">
          {t(`duePromises.none.${view}`)}
        </Text>
      ) : (
        <FigureTable
          label={t('duePromises.title')}
          rows={promises}
          rowId={({ id }) => id}
          columns={isPhone ? narrow : wide}
        />
      )}
      <MoreRows shown={promises.length} all={count} pages={query} />
    </Panel>
  );
}

type SumsProps = { readonly view: PromiseView; readonly sums: AnswerOf<ListDuePromises> };

function Sums({ view, sums }: SumsProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { count, kept, currency, promisedMinor, receivedMinor } = sums;
  const values = {
    count,
    promises: format.count(count),
    kept: format.count(kept),
    received: format.money(receivedMinor, currency),
    promised: format.amount(promisedMinor, currency),
  };
  if (view === 'today') return t('duePromises.note', values);
  return t('duePromises.sum', { ...values, promised: format.money(promisedMinor, currency) });
}

/** The filters, which are stored in the URL. */
function usePromiseFilters() {
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(deskQuery);
  const agents = data?.agents ?? [];
  const due = promiseViews.find((one) => one === search.get('promises')) ?? 'today';
  const agentId = agents.find(({ id }) => id === search.get('promisesAgent'))?.id;
  return {
    agents,
    values: { due, ...(agentId !== undefined && { agentId }) },
    change: (name: 'promises' | 'promisesAgent', value: string | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null || value === 'today') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

type StateOf = (state: DuePromise['state']) => ReactNode;

type Columns = readonly FigureColumn<DuePromise>[];

type ColumnOptions = {
  readonly stateOf: StateOf;
  /** The currency of all promises, which the heads name; null if each row names its own. */
  readonly currency: string | null;
};

function useAmountHead(currency: string | null): (header: string) => string {
  const { t } = useTranslation('work-queue');
  return (header) =>
    currency === null ? header : t('duePromises.inCurrency', { header, currency });
}

/** The columns of a promise: its loan, people, amounts and state. */
function useDuePromiseColumns({ stateOf, currency }: ColumnOptions): Columns {
  const { t } = useTranslation('work-queue');
  const headOf = useAmountHead(currency);
  return [
    { id: 'loan', header: t('duePromises.loan'), cell: (promise) => <LoanLink {...promise} /> },
    {
      id: 'borrower',
      header: t('duePromises.borrower'),
      wide: true,
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
    },
    { id: 'agent', header: t('desk.agent'), cell: ({ agent }) => <bdi>{agent ?? '–'}</bdi> },
    {
      id: 'day',
      header: t('duePromises.day'),
      cell: ({ promisedOn }) => <DayText day={promisedOn} />,
    },
    { id: 'state', header: t('duePromises.state'), cell: ({ state }) => stateOf(state) },
    {
      id: 'received',
      header: headOf(t('duePromises.received')),
      align: 'end',
      cell: (promise) => (
        <Money
          amountMinor={promise.receivedMinor}
          currency={promise.currency}
          withCurrency={currency === null}
        />
      ),
    },
    {
      id: 'amount',
      header: headOf(t('duePromises.promised')),
      align: 'end',
      cell: (promise) => promised(promise, currency),
    },
  ];
}

/** On narrow screens the people are under the loan and the state is under the amount. */
function useNarrowDuePromiseColumns({ stateOf, currency }: ColumnOptions): Columns {
  const { t } = useTranslation('work-queue');
  const headOf = useAmountHead(currency);
  return [
    {
      id: 'loan',
      header: t('duePromises.loan'),
      wide: true,
      cell: (promise) => (
        <CellPair
          first={<LoanLink {...promise} />}
          second={
            <>
              <bdi>{promise.borrower ?? '–'}</bdi> · <bdi>{promise.agent ?? '–'}</bdi> ·{' '}
              <DayText day={promise.promisedOn} />
            </>
          }
        />
      ),
    },
    {
      id: 'amount',
      header: headOf(t('duePromises.promised')),
      align: 'end',
      cell: (promise) => (
        <CellPair first={promised(promise, currency)} second={stateOf(promise.state)} />
      ),
    },
  ];
}

function LoanLink({ loanId, reference }: Pick<DuePromise, 'loanId' | 'reference'>) {
  return (
    <TextLink plain weight="medium" to={paths.loanDetails(loanId)}>
      {reference}
    </TextLink>
  );
}

function promised({ amountMinor, currency }: DuePromise, shared: string | null): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={shared === null} />;
}
