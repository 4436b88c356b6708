import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { duePromisesQuery } from './desk.queries.ts';
import classes from './TeamDesk.module.css';

/** The promises whose day is today, the open ones first; nothing where there are none. */
export function DuePromises() {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { data } = useQuery(duePromisesQuery);
  if (!data || data.count === 0) return null;
  const { count, kept, currency, promisedMinor, receivedMinor } = data;
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
        rows={data.promises}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'loan',
            header: t('duePromises.loan'),
            cell: ({ loanId, reference }) => (
              <Link to={paths.loanDetails(loanId)} className={classes.link}>
                {reference}
              </Link>
            ),
          },
          {
            id: 'borrower',
            header: t('duePromises.borrower'),
            wide: true,
            cell: ({ borrower }) => <bdi>{borrower ?? '–'}</bdi>,
          },
          {
            id: 'agent',
            header: t('desk.agent'),
            cell: ({ agent }) => <bdi>{agent ?? '–'}</bdi>,
          },
          {
            id: 'received',
            header: t('duePromises.received'),
            align: 'end',
            cell: (promise) => (
              <Money
                amountMinor={promise.receivedMinor}
                currency={promise.currency}
                withCurrency={false}
              />
            ),
          },
          {
            id: 'amount',
            header: t('duePromises.promised'),
            align: 'end',
            cell: (promise) => (
              <Money amountMinor={promise.amountMinor} currency={promise.currency} />
            ),
          },
        ]}
      />
    </Panel>
  );
}
