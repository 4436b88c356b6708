import type { PaymentPromise } from '@bursar/contracts/promises';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../ui/format/DayText.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { CellPair } from '../../ui/table/CellPair.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import type { FigureColumn } from '../../ui/table/FigureTable.tsx';
import { promisesQuery } from './contacts.queries.ts';
import { PromiseBadge } from './PromiseBadge.tsx';
import classes from './ContactLog.module.css';

/** The promises on a loan, newest first, each with what the payments made of it. */
export function PromisePanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contacts');
  const { data } = useQuery(promisesQuery(loanId));
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  if (!data || data.promises.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('promises.title')}>
      <h2 className={classes.title}>{t('promises.title')}</h2>
      <FigureTable
        label={t('promises.title')}
        rows={data.promises}
        rowId={({ id }) => id}
        columns={isPhone ? narrowColumns(t) : wideColumns(t)}
      />
    </section>
  );
}

type Columns = readonly FigureColumn<PaymentPromise>[];

function wideColumns(t: TFunction<'contacts'>): Columns {
  return [
    {
      id: 'day',
      header: t('promises.day'),
      cell: ({ promisedOn }) => <DayText day={promisedOn} />,
    },
    { id: 'amount', header: t('promises.amount'), align: 'end', cell: promised },
    { id: 'received', header: t('promises.received'), align: 'end', cell: received },
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
  ];
}

/** On a phone the state stands under the day; who took the promise stands in the contacts below. */
function narrowColumns(t: TFunction<'contacts'>): Columns {
  return [
    {
      id: 'day',
      header: t('promises.day'),
      wide: true,
      cell: ({ promisedOn, state }) => (
        <CellPair first={<DayText day={promisedOn} />} second={<PromiseBadge state={state} />} />
      ),
    },
    { id: 'amount', header: t('promises.amount'), align: 'end', cell: promised },
    { id: 'received', header: t('promises.received'), align: 'end', cell: received },
  ];
}

function promised({ amountMinor, currency }: PaymentPromise): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} />;
}

function received({ receivedMinor, currency }: PaymentPromise): ReactNode {
  return <Money amountMinor={receivedMinor} currency={currency} withCurrency={false} />;
}
