import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { PromiseBadge } from './PromiseBadge.tsx';
import { usePromiseRows, type PromiseRow } from './promise-rows.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/**
 * The lines of a loan's promises, each with its outcome: those that wait for approval first, then
 * newest first.
 */
export function PromisePanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contact-log');
  const rows = usePromiseRows(loanId);
  const isPhone = useIsPhone();
  const [latest] = rows;
  if (!latest) return null;
  return (
    <Box as="section" below={8} aria-label={t('promises.title')}>
      <Box as="h2" size="body" weight="strong" below={3}>
        {t('promises.inCurrency', { header: t('promises.title'), currency: latest.currency })}
      </Box>
      <FigureTable
        label={t('promises.title')}
        rows={rows}
        rowId={({ id }) => id}
        columns={(isPhone ? narrowColumns : wideColumns)(t)}
      />
    </Box>
  );
}

type Columns = readonly FigureColumn<PromiseRow>[];

function wideColumns(t: TFunction<'contact-log'>): Columns {
  return [
    {
      id: 'day',
      header: t('promises.day'),
      cell: (row) => <PromisedDay {...row} />,
    },
    {
      id: 'amount',
      header: t('promises.amount'),
      align: 'end',
      cell: promised,
    },
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

/**
 * Returns the columns for narrow screens. The state is under the day, and the user who took the
 * promise is left out, because the contacts below show it.
 */
function narrowColumns(t: TFunction<'contact-log'>): Columns {
  return [
    {
      id: 'day',
      header: t('promises.day'),
      wide: true,
      cell: (row) => (
        <CellPair first={<PromisedDay {...row} />} second={<PromiseBadge state={row.state} />} />
      ),
    },
    {
      id: 'amount',
      header: t('promises.amount'),
      align: 'end',
      cell: promised,
    },
    { id: 'received', header: t('promises.received'), align: 'end', cell: received },
  ];
}

/** Shows the day and, if the promise has several lines, the position of the line: 2 of 4. */
function PromisedDay({ promisedOn, place, settlement }: PromiseRow) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  return (
    <>
      <DayText day={promisedOn} />
      {place && (
        <Text as="span" tone="muted" size="caption">
          {` ${t('promises.place', { line: format.count(place.line), lines: format.count(place.lines) })}`}
        </Text>
      )}
      {settlement && <SettlementNote settlement={settlement} />}
    </>
  );
}

type SettlementNoteProps = { readonly settlement: NonNullable<PromiseRow['settlement']> };

/**
 * Marks a line of a settlement and shows its progress, such as the day on which the remainder of
 * the loan was written off.
 */
function SettlementNote({ settlement }: SettlementNoteProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const { completedOn, waitsForCredit, isOutdated } = settlement;
  const waiting = waitsForCredit ? t('settlement.waitsForCredit') : t('settlement.ofLine');
  const unfinished = isOutdated ? t('settlement.outdated') : waiting;
  return (
    <Text as="div" tone="muted" size="caption">
      {completedOn === null
        ? unfinished
        : t('settlement.completed', { day: format.day(completedOn) })}
    </Text>
  );
}

function promised({ amountMinor, currency }: PromiseRow): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />;
}

function received({ receivedMinor, currency }: PromiseRow): ReactNode {
  return <Money amountMinor={receivedMinor} currency={currency} withCurrency={false} />;
}
