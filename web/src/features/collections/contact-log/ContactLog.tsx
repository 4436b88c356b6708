import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PaymentPromise, PromiseLine } from '@bursar/contracts/servicing/promises';
import { useMediaQuery } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { loadOf } from '../../../lib/load-of.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { channelIcon } from './channel-icon.tsx';
import { contactAttemptsQuery, joinContactAttempts, promisesQuery } from './contact-log.queries.ts';
import { PromiseBadge } from './PromiseBadge.tsx';

/** A loan's promises and contact attempts, newest first. */
export function ContactLog({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contact-log');
  const query = useInfiniteQuery({ ...contactAttemptsQuery(loanId), select: joinContactAttempts });
  // The promises are above the contacts: shown once both are loaded, neither moves the other.
  const { isPending } = useQuery(promisesQuery(loanId));
  const load = loadOf(query);
  return (
    <Loaded
      load={isPending ? { ...load, data: undefined } : load}
      waiting={<SkeletonLines lines={6} />}
    >
      {(data) => (
        <>
          <PromisePanel loanId={loanId} />
          <Box as="section" below={8} aria-label={t('list.title')}>
            <Box as="h2" size="body" weight="strong" below={3}>
              {t('list.title')}
            </Box>
            {data.contactAttempts.length === 0 ? (
              <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} />
            ) : (
              <>
                <ContactAttempts contactAttempts={data.contactAttempts} />
                <MoreRows shown={data.contactAttempts.length} all={data.count} pages={query} />
              </>
            )}
          </Box>
        </>
      )}
    </Loaded>
  );
}

function ContactAttempts({ contactAttempts }: { contactAttempts: readonly ContactAttempt[] }) {
  const { t } = useTranslation('contact-log');
  return (
    <Timeline
      label={t('list.title')}
      events={contactAttempts.map((contact) => ({
        id: contact.id,
        at: contact.contactedAt,
        icon: channelIcon(contact.channel),
        title: t(contact.direction === 'incoming' ? 'list.incoming' : 'list.line', {
          channel: t(`channel.${contact.channel}`),
          outcome: t(`outcome.${contact.outcome}`),
        }),
        detail: <Details contact={contact} />,
        tone: contact.promise?.lines.some(({ state }) => state === 'broken') ? 'late' : 'neutral',
      }))}
    />
  );
}

function Details({ contact }: { contact: ContactAttempt }) {
  const { t } = useTranslation('contact-log');
  const { note, loggedBy, promise, party, tryAgainAt } = contact;
  return (
    <>
      {promise?.lines.map((line) => (
        <Row as="p" key={line.id} gap={3} lines={0} align="stretch" tone="ink">
          <span>
            <Money amountMinor={line.amountMinor} currency={promise.currency} />
            {' · '}
            <DayText day={line.promisedOn} />
          </span>
          <PromiseBadge state={line.state} />
        </Row>
      ))}
      {party && (
        <Text tone="ink">
          {t(`with.${party.role}`, { name: party.name ?? t('with.nameless') })}
        </Text>
      )}
      {tryAgainAt && (
        <Text tone="ink">
          {t('list.callBack')} <InstantText at={tryAgainAt} />
        </Text>
      )}
      {note !== '' && <WrittenText tone="soft">{note}</WrittenText>}
      <p>{t('list.by', { name: loggedBy })}</p>
    </>
  );
}

/** A loan's promises, newest first, each with its outcome. */
function PromisePanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('contact-log');
  const { data } = useQuery(promisesQuery(loanId));
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  if (!data || data.promises.length === 0) return null;
  return (
    <Box as="section" below={8} aria-label={t('promises.title')}>
      <Box as="h2" size="body" weight="strong" below={3}>
        {t('promises.title')}
      </Box>
      <FigureTable
        label={t('promises.title')}
        rows={data.promises.flatMap(({ lines, ...promise }) =>
          lines.map((line, at) => ({
            ...promise,
            ...line,
            place: lines.length === 1 ? null : { line: at + 1, lines: lines.length },
          })),
        )}
        rowId={({ id }) => id}
        columns={isPhone ? narrowColumns(t) : wideColumns(t)}
      />
    </Box>
  );
}

/** One line of a promise, with its place if the promise has several. */
type PromiseRow = Omit<PaymentPromise, 'lines'> &
  PromiseLine & { readonly place: { readonly line: number; readonly lines: number } | null };

type Columns = readonly FigureColumn<PromiseRow>[];

function wideColumns(t: TFunction<'contact-log'>): Columns {
  return [
    {
      id: 'day',
      header: t('promises.day'),
      cell: (row) => <PromisedDay {...row} />,
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

/** On narrow screens the state is under the day; the contacts below show who took the promise. */
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
    { id: 'amount', header: t('promises.amount'), align: 'end', cell: promised },
    { id: 'received', header: t('promises.received'), align: 'end', cell: received },
  ];
}

/** A line of several shows its place: 2 of 4. */
function PromisedDay({ promisedOn, place }: PromiseRow) {
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
    </>
  );
}

function promised({ amountMinor, currency }: PromiseRow): ReactNode {
  return <Money amountMinor={amountMinor} currency={currency} />;
}

function received({ receivedMinor, currency }: PromiseRow): ReactNode {
  return <Money amountMinor={receivedMinor} currency={currency} withCurrency={false} />;
}
