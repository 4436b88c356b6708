import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { duePromisesQuery, type DuePromise } from './desk.queries.ts';

/** The promises due today, open ones first; renders nothing if there are none. */
export function DuePromises({ stateOf }: { readonly stateOf: StateOf }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const query = useInfiniteQuery(duePromisesQuery);
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const wide = useDuePromiseColumns(stateOf);
  const narrow = useNarrowDuePromiseColumns(stateOf);
  const pages = query.data?.pages ?? [];
  // Every page has the totals of all promises; those of the last page are the newest.
  const sums = pages.at(-1);
  if (!sums || sums.count === 0) return null;
  const { count, kept, currency, promisedMinor, receivedMinor } = sums;
  const promises = pages.flatMap((page) => page.promises);
  return (
    <Panel
      title={t('duePromises.title')}
      note={t('duePromises.note', {
        count,
        promises: format.count(count),
        kept: format.count(kept),
        received: format.money(receivedMinor, currency),
        promised: format.amount(promisedMinor, currency),
      })}
    >
      <FigureTable
        label={t('duePromises.title')}
        rows={promises}
        rowId={({ id }) => id}
        columns={isPhone ? narrow : wide}
      />
      {count > promises.length && <MoreRows shown={promises.length} all={count} pages={query} />}
    </Panel>
  );
}

type StateOf = (state: DuePromise['state']) => ReactNode;

type Columns = readonly FigureColumn<DuePromise>[];

/** The columns of a promise: its loan, people, amounts and state. */
function useDuePromiseColumns(stateOf: StateOf): Columns {
  const { t } = useTranslation('work-queue');
  return [
    { id: 'loan', header: t('duePromises.loan'), cell: (promise) => <LoanLink {...promise} /> },
    {
      id: 'borrower',
      header: t('duePromises.borrower'),
      wide: true,
      cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
    },
    { id: 'agent', header: t('desk.agent'), cell: ({ agent }) => <bdi>{agent ?? '–'}</bdi> },
    { id: 'state', header: t('duePromises.state'), cell: ({ state }) => stateOf(state) },
    {
      id: 'received',
      header: t('duePromises.received'),
      align: 'end',
      cell: (promise) => <Money amountMinor={promise.receivedMinor} currency={promise.currency} />,
    },
    { id: 'amount', header: t('duePromises.promised'), align: 'end', cell: promised },
  ];
}

/** On narrow screens the people are under the loan and the state is under the amount. */
function useNarrowDuePromiseColumns(stateOf: StateOf): Columns {
  const { t } = useTranslation('work-queue');
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
              <bdi>{promise.borrower ?? '–'}</bdi> · <bdi>{promise.agent ?? '–'}</bdi>
            </>
          }
        />
      ),
    },
    {
      id: 'amount',
      header: t('duePromises.promised'),
      align: 'end',
      cell: (promise) => <CellPair first={promised(promise)} second={stateOf(promise.state)} />,
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

function promised({ amountMinor, currency }: DuePromise): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} />;
}
