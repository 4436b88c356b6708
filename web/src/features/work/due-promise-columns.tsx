import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Money } from '../../ui/format/Money.tsx';
import { CellPair } from '../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import type { DuePromise } from './desk.queries.ts';
import classes from './TeamDesk.module.css';

/** How the state of a promise is shown. */
export type StateOf = (state: DuePromise['state']) => ReactNode;

type Columns = readonly FigureColumn<DuePromise>[];

/** A promise of today: on which loan, by whom, what became of it. */
export function useDuePromiseColumns(stateOf: StateOf): Columns {
  const { t } = useTranslation('work');
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

/** On a phone the people stand under the loan, and what became of the promise under its amount. */
export function useNarrowDuePromiseColumns(stateOf: StateOf): Columns {
  const { t } = useTranslation('work');
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
    <Link to={paths.loanDetails(loanId)} className={classes.link}>
      {reference}
    </Link>
  );
}

function promised({ amountMinor, currency }: DuePromise): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} />;
}
