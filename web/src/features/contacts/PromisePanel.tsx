import type { PaymentPromise } from '@bursar/contracts/promises';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { promisesQuery } from './contacts.queries.ts';
import { PromiseBadge } from './PromiseBadge.tsx';
import classes from './ContactLog.module.css';

/** The promises on a loan, newest first, each with what the payments made of it. */
export function PromisePanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contacts');
  const { data } = useQuery(promisesQuery(loanId));
  if (!data || data.promises.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('promises.title')}>
      <h2 className={classes.title}>{t('promises.title')}</h2>
      <FigureTable
        label={t('promises.title')}
        rows={data.promises}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'day',
            header: t('promises.day'),
            cell: ({ promisedOn }) => <DayText day={promisedOn} />,
          },
          {
            id: 'amount',
            header: t('promises.amount'),
            align: 'end',
            cell: ({ amountMinor, currency }) => (
              <Money amountMinor={amountMinor} currency={currency} />
            ),
          },
          {
            id: 'received',
            header: t('promises.received'),
            align: 'end',
            cell: ({ receivedMinor, currency }: PaymentPromise) => (
              <Money amountMinor={receivedMinor} currency={currency} withCurrency={false} />
            ),
          },
          {
            id: 'state',
            header: t('promises.state'),
            cell: ({ state }) => <PromiseBadge state={state} />,
          },
          {
            id: 'made',
            header: t('promises.made'),
            cell: ({ madeBy, madeAt }) => (
              <>
                <bdi>{madeBy}</bdi> · <InstantText at={madeAt} />
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
