import { IconCoin, IconFileText, IconInbox } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { LazyChart } from '../../../ui/chart/LazyChart.tsx';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageShape, TableToCome } from '../../../ui/page/PageShape.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { ArrearsBadge, bucketColour } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { OwnFigures } from '../own-figures.tsx';
import { documented, type Part } from '../part.ts';

export const part: Part = {
  examples: {
    Tiles,
    WithNotes,
    ThatOpens,
    Loading,
    TowardsTarget,
    ByMonth,
    PanelWithShare,
    Latest,
    Activity,
    Meters,
    Tasks,
    People,
    Facts,
    Advice,
    NothingYet,
  },
  wide: ['Tiles'],
  components: [
    documented<ComponentProps<typeof StatTile>>('StatTile', [
      { name: 'label', type: 'string' },
      { name: 'value', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
      { name: 'tone', type: "'neutral' | 'good' | 'soon' | 'late'", standard: "'neutral'" },
      { name: 'trend', type: 'number[]', standard: '–' },
      { name: 'loading', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof Panel>>('Panel', [
      { name: 'title', type: 'ReactNode' },
      { name: 'note', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [],
};

function Tiles() {
  const { t } = useTranslation('gallery-samples');
  return (
    <OwnFigures waiting={<PageShape tiles={3} parts={[]} />}>
      {({ currency, collectedMonthMinor, ...book }) => (
        <StatStrip label={t('ui:chart.today')}>
          <StatTile
            label={t('outstanding')}
            value={<Money amountMinor={book.outstandingMinor} currency={currency} />}
          />
          <StatTile
            label={t('collected')}
            value={<Money amountMinor={collectedMonthMinor} currency={currency} />}
            trend={book.collections.map(({ collectedMinor }) => collectedMinor)}
          />
          <StatTile
            label={t('risk')}
            value={
              <Rate
                percent={percentOf(book.outstandingOver30Minor, book.outstandingMinor) ?? '0'}
                fractionDigits={1}
              />
            }
          />
        </StatStrip>
      )}
    </OwnFigures>
  );
}

function Loading() {
  const { t } = useTranslation('gallery-more');
  return (
    <StatStrip label={t('widgets.examples.Loading.title')}>
      <StatTile label={t('gallery-samples:outstanding')} value="" loading />
      <StatTile label={t('gallery-samples:collected')} value="" loading />
    </StatStrip>
  );
}

function PanelWithShare() {
  const { t } = useTranslation(['gallery-samples', 'analytics']);
  return (
    <OwnFigures waiting={<TableToCome rows={7} />}>
      {({ buckets, currency }, { businessDate }) => (
        <Panel title={t('arrears')} note={<DayText day={businessDate} />}>
          <Stack gap={3}>
            <ShareBar
              parts={buckets.map(({ bucket, outstandingMinor }) => ({
                id: bucket,
                share: outstandingMinor,
                color: bucketColour(bucket),
              }))}
            />
            <FigureTable
              label={t('arrears')}
              rows={buckets}
              rowId={({ bucket }) => bucket}
              columns={[
                {
                  id: 'bucket',
                  header: t('daysLate'),
                  cell: ({ bucket }) => t(`analytics:bucket.${bucket}`),
                },
                {
                  id: 'outstanding',
                  header: t('outstanding'),
                  align: 'end',
                  cell: ({ outstandingMinor }) => (
                    <Money amountMinor={outstandingMinor} currency={currency} />
                  ),
                },
              ]}
            />
          </Stack>
        </Panel>
      )}
    </OwnFigures>
  );
}

function Latest() {
  const { t } = useTranslation('gallery-samples');
  return (
    <OwnFigures waiting={<TableToCome rows={5} />}>
      {(_book, { latestPayments }) => (
        <Panel title={t('payments')}>
          <FigureTable
            label={t('payments')}
            rows={latestPayments.slice(0, 4)}
            rowId={({ id }) => id}
            columns={[
              { id: 'loan', header: t('loan'), cell: ({ loanReference }) => loanReference },
              {
                id: 'day',
                header: t('day'),
                cell: ({ valueDate }) => <DayText day={valueDate} />,
              },
              {
                id: 'amount',
                header: t('amount'),
                align: 'end',
                cell: ({ amountMinor, currency }) => (
                  <Money amountMinor={amountMinor} currency={currency} />
                ),
              },
            ]}
          />
        </Panel>
      )}
    </OwnFigures>
  );
}

function WithNotes() {
  const { t } = useTranslation('gallery-samples');
  return (
    <StatStrip label={t('loan')}>
      <StatTile
        label={t('collected')}
        value={<Money amountMinor={342_000} currency="USD" />}
        note={t('moreThanLast')}
        tone="good"
      />
      <StatTile
        label={t('arrears')}
        value={<Money amountMinor={121_000} currency="USD" />}
        note={t('late')}
        tone="late"
      />
    </StatStrip>
  );
}

function ThatOpens() {
  const { t } = useTranslation('gallery-samples');
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Stack gap={3}>
      <StatStrip label={t('gallery-more:widgets.examples.ThatOpens.title')}>
        <StatTile
          label={t('promises')}
          value={<Count value={14} />}
          onOpen={() => setOpened(t('promises'))}
        />
        <StatTile
          label={t('payments')}
          value={<Count value={21} />}
          onOpen={() => setOpened(t('payments'))}
        />
      </StatStrip>
      <Text role="status" tone="muted">
        {opened === null ? t('chooseOne') : t('chosen', { name: opened })}
      </Text>
    </Stack>
  );
}

function TowardsTarget() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  return (
    <Panel title={t('collected')} note={t('moreThanLast')}>
      <ProgressBar
        label={t('month')}
        done={342_000}
        all={500_000}
        spell={(minor) => format.amount(minor, 'USD')}
      />
    </Panel>
  );
}

function ByMonth() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'];
  const values = [265_000, 240_000, 310_000, 342_000];
  return (
    <Panel title={t('collected')} note="USD">
      <LazyChart
        title={t('collected')}
        categoryTitle={t('month')}
        data={{
          categories: months.map((month) => ({ id: month, label: format.day(month, 'month') })),
          unit: { kind: 'money', currency: 'USD' },
          series: [{ id: 'collected', name: t('collected'), kind: 'bar', tone: 1, values }],
        }}
        height={180}
        empty={t('noData')}
        fileName="collected"
      />
    </Panel>
  );
}

function Meters() {
  const { t } = useTranslation('gallery-samples');
  const loans = [
    { name: t('layla'), bucket: '1-30', days: 12 },
    { name: t('sami'), bucket: '61-90', days: 74 },
    { name: t('rami'), bucket: '180+', days: 203 },
  ] as const;
  return (
    <Panel title={t('daysLate')}>
      <Box as="ul" flow="grid" columns="minmax(0, 1fr) auto" gap={3}>
        {loans.map(({ name, bucket, days }) => (
          // `contents` puts the cells into the list's grid columns, so that the meters align.
          <li key={name} style={{ display: 'contents' }}>
            <bdi>{name}</bdi>
            <ArrearsBadge bucket={bucket} daysPastDue={days} />
          </li>
        ))}
      </Box>
    </Panel>
  );
}

function People() {
  const { t } = useTranslation('gallery-samples');
  const people = [
    { name: t('amira'), loans: 42 },
    { name: t('omar'), loans: 31 },
  ];
  return (
    <Panel title={t('delta')} note={t('loans')}>
      <Box as="ul" flow="stack" gap={3}>
        {people.map(({ name, loans }) => (
          <Row key={name} as="li" wrap={false}>
            <Avatar name={name} size="small" />
            <Box as="bdi" grow>
              {name}
            </Box>
            <Count value={loans} />
          </Row>
        ))}
      </Box>
    </Panel>
  );
}

function Tasks() {
  const { t } = useTranslation('gallery-samples');
  const [done, setDone] = useState<readonly string[]>(['call']);
  const toggle = (task: string) =>
    setDone((now) => (now.includes(task) ? now.filter((one) => one !== task) : [...now, task]));
  return (
    <Panel title={t('today')} note={<Count value={3 - done.length} />}>
      <Box as="ul">
        {['call', 'visit', 'letter'].map((task) => (
          <li key={task}>
            <ListRow as="label" lined {...(done.includes(task) && { tone: 'muted' })}>
              <TickBox checked={done.includes(task)} onChange={() => toggle(task)} />
              {t(task)}
            </ListRow>
          </li>
        ))}
      </Box>
    </Panel>
  );
}

function Activity() {
  const { t } = useTranslation('gallery-samples');
  const icon = { size: 16, stroke: 1.5 };
  return (
    <Panel title={t('lastContact')}>
      <Timeline
        label={t('lastContact')}
        events={[
          {
            id: 'paid',
            at: '2026-11-20T08:12:00Z',
            title: t('paid'),
            icon: <IconCoin {...icon} />,
            tone: 'good',
          },
          {
            id: 'signed',
            at: '2026-01-04T10:00:00Z',
            title: t('signed'),
            icon: <IconFileText {...icon} />,
          },
        ]}
      />
    </Panel>
  );
}

function Facts() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Panel title={t('salary')}>
      <Stack as="dl" gap={2} size="table">
        <Fact name={t('borrower')}>
          <bdi>{t('layla')}</bdi>
        </Fact>
        <Fact name={t('outstanding')}>
          <Money amountMinor={1_248_022} currency="USD" />
        </Fact>
        <Fact name={t('rate')}>
          <Rate percent="9" />
        </Fact>
      </Stack>
    </Panel>
  );
}

function Advice() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Stack gap={3}>
      {(['good', 'soon', 'late'] as const).map((kind) => (
        <Note key={kind} kind={kind}>
          <Text weight="medium">{t(kind)}</Text>
          <Text tone="soft">{t(`${kind}Text`)}</Text>
        </Note>
      ))}
    </Stack>
  );
}

function NothingYet() {
  const { t } = useTranslation('gallery-samples');
  return (
    <EmptyState
      icon={<IconInbox size={22} stroke={1.5} />}
      title={t('noLoans')}
      hint={t('noLoansText')}
    />
  );
}
