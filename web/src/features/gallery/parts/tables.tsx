import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ShareBar } from '../../../ui/chart/ShareBar.tsx';
import { Sparkline } from '../../../ui/chart/Sparkline.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { documented, type Part } from '../part.ts';
import { type SampleLoan, sampleLoans as loans } from '../sample-loans.ts';
import classes from './tables.module.css';

export const part: Part = {
  examples: {
    Schedule,
    WithSums,
    Marked,
    States,
    Lateness,
    People,
    Shares,
    Trends,
    Actions,
    Chosen,
    LongText,
    ManyColumns,
  },
  components: [
    documented<ComponentProps<typeof FigureTable>>('FigureTable', [
      { name: 'label', type: 'string' },
      { name: 'columns', type: 'readonly FigureColumn<Row>[]' },
      { name: 'rows', type: 'readonly Row[]' },
      { name: 'rowId', type: '(row: Row) => string | number' },
      { name: 'rowMark', type: "(row: Row) => 'done' | 'void' | 'late' | 'now'", standard: '–' },
      { name: 'folds', type: '{ above?, below? }', standard: '–' },
      { name: 'foot', type: 'Record<string, ReactNode>', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['←', '→'], does: 'scroll' }],
};

function Schedule() {
  return <Instalments example="Schedule" />;
}

type InstalmentsProps = { example: string } & Pick<
  ComponentProps<typeof FigureTable<Instalment>>,
  'foot' | 'rowMark'
>;

/** A table of instalments with fixed column widths, so that tables below each other align. */
function Instalments({ example, ...extras }: InstalmentsProps) {
  const { t } = useTranslation('gallery-tables');
  return (
    <div className={`${classes.even} ${classes.instalments}`}>
      <FigureTable
        label={t(`tables.examples.${example}.title`)}
        rows={instalments}
        rowId={(row) => row.number}
        columns={useColumns()}
        {...extras}
      />
    </div>
  );
}

function WithSums() {
  const { t } = useTranslation('ui');
  const sumOf = (figureOf: (row: Instalment) => number) => (
    <Amount minor={instalments.reduce((sum, row) => sum + figureOf(row), 0)} />
  );
  return (
    <Instalments
      example="WithSums"
      foot={{
        number: t('chart.total'),
        principal: sumOf((row) => row.principalMinor),
        interest: sumOf((row) => row.interestMinor),
      }}
    />
  );
}

function Marked() {
  return <Instalments example="Marked" rowMark={({ number }) => marks[number]} />;
}

const marks: Readonly<Record<number, 'done' | 'late' | 'now'>> = { 1: 'done', 2: 'late', 3: 'now' };

type Instalment = { number: number; principalMinor: number; interestMinor: number };

const instalments: readonly Instalment[] = [
  { number: 1, principalMinor: 30_000, interestMinor: 1_210 },
  { number: 2, principalMinor: 30_300, interestMinor: 910 },
  { number: 3, principalMinor: 30_603, interestMinor: 607 },
  { number: 4, principalMinor: 30_097, interestMinor: 301 },
];

function useColumns() {
  const { t } = useTranslation('gallery-samples');
  return [
    {
      id: 'number',
      header: t('ui:cost.number'),
      cell: (row: Instalment) => <Count value={row.number} />,
    },
    { id: 'rate', header: t('rate'), cell: () => <Rate percent="12" />, align: 'end' as const },
    {
      id: 'principal',
      header: t('principal'),
      cell: (row: Instalment) => <Amount minor={row.principalMinor} />,
      align: 'end' as const,
    },
    {
      id: 'interest',
      header: t('interest'),
      cell: (row: Instalment) => <Amount minor={row.interestMinor} />,
      align: 'end' as const,
    },
  ];
}

function Amount({ minor }: { minor: number }) {
  return <Money amountMinor={minor} currency="USD" />;
}

const referenceOf = ({ reference }: SampleLoan) => reference;

const tones = { active: 'good', settled: 'done' } as const;

type LoansProps = {
  example: string;
  columns?: readonly FigureColumn<SampleLoan>[];
  /** The header of the reference column; the default is its title. */
  head?: ReactNode;
  /** The content of a row's reference cell; the default is the reference. */
  nameOf?: (row: SampleLoan) => ReactNode;
};

/** A table of the sample loans: reference, borrower and the example's own columns. */
function Loans({ example, columns = [], head, nameOf = referenceOf }: LoansProps) {
  const { t } = useTranslation(['gallery-tables', 'gallery-samples']);
  return (
    <div className={columns.length > 2 ? undefined : `${classes.even} ${classes.loans}`}>
      <FigureTable
        label={t(`tables.examples.${example}.title`)}
        rows={loans}
        rowId={({ reference }) => reference}
        columns={[
          { id: 'reference', header: head ?? t('gallery-samples:reference'), cell: nameOf },
          {
            id: 'borrower',
            header: t('gallery-samples:borrower'),
            cell: ({ person }) => <bdi>{t(`gallery-samples:${person}`)}</bdi>,
            wide: true,
          },
          ...columns,
        ]}
      />
    </div>
  );
}

function States() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="States"
      columns={[
        {
          id: 'state',
          header: t('state'),
          cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(state)}</StatusBadge>,
        },
      ]}
    />
  );
}

function Lateness() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="Lateness"
      columns={[
        {
          id: 'late',
          header: t('daysLate'),
          cell: ({ bucket, days }) => <ArrearsBadge bucket={bucket} daysPastDue={days} />,
        },
      ]}
    />
  );
}

function People() {
  const { t } = useTranslation('gallery-samples');
  return (
    <FigureTable
      label={t('gallery-tables:tables.examples.People.title')}
      rows={loans}
      rowId={({ reference }) => reference}
      columns={[
        {
          id: 'borrower',
          header: t('borrower'),
          wide: true,
          cell: ({ person }) => (
            <Row as="span" gap={2} wrap={false}>
              <Avatar name={t(person)} size="small" />
              <bdi>{t(person)}</bdi>
            </Row>
          ),
        },
        {
          id: 'outstanding',
          header: t('outstanding'),
          align: 'end',
          cell: ({ outstandingMinor }) => <Amount minor={outstandingMinor} />,
        },
      ]}
    />
  );
}

function Shares() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="Shares"
      columns={[
        {
          id: 'share',
          header: t('payments'),
          size: '5.5rem',
          cell: ({ paidPercent }) => (
            <ShareBar
              parts={[
                { id: 'paid', share: paidPercent, color: 'var(--accent)' },
                { id: 'open', share: 100 - paidPercent, color: 'var(--line)' },
              ]}
            />
          ),
        },
        {
          id: 'percent',
          header: t('settled'),
          align: 'end',
          cell: ({ paidPercent }) => <Rate percent={paidPercent} fractionDigits={0} />,
        },
      ]}
    />
  );
}

function Trends() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="Trends"
      columns={[
        {
          id: 'trend',
          header: t('outstanding'),
          size: '7rem',
          cell: ({ trend }) => (
            <Text as="span" tone="accent">
              <Sparkline values={trend} />
            </Text>
          ),
        },
      ]}
    />
  );
}

function Actions() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <Loans
        example="Actions"
        columns={[
          {
            id: 'action',
            header: t('choose'),
            align: 'action',
            cell: ({ reference }) => (
              <Button kind="quiet" size="compact" onClick={() => setChosen(reference)}>
                {t('choose')}
              </Button>
            ),
          },
        ]}
      />
      <Box as="p" role="status" tone="muted" above={3}>
        {chosen === null ? t('chooseOne') : t('chosen', { name: chosen })}
      </Box>
    </>
  );
}

function Chosen() {
  const { t } = useTranslation('gallery-samples');
  const [chosen, setChosen] = useState<readonly string[]>(['L-000187']);
  const toggle = (one: string) =>
    setChosen((now) => (now.includes(one) ? now.filter((it) => it !== one) : [...now, one]));
  const areAllChosen = chosen.length === loans.length;
  return (
    <Loans
      example="Chosen"
      head={
        <Row as="label" gap={3} wrap={false}>
          <TickBox
            aria-label={t('selectEach')}
            checked={areAllChosen}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !areAllChosen;
            }}
            onChange={() => setChosen(areAllChosen ? [] : loans.map(({ reference }) => reference))}
          />
          {t('reference')}
        </Row>
      }
      nameOf={({ reference }) => (
        <Row as="label" gap={3} wrap={false}>
          <TickBox checked={chosen.includes(reference)} onChange={() => toggle(reference)} />
          {reference}
        </Row>
      )}
    />
  );
}

function LongText() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="LongText"
      columns={[
        {
          id: 'note',
          header: t('note'),
          wraps: true,
          cell: ({ note }) => <Box max="16rem">{t(note)}</Box>,
        },
      ]}
    />
  );
}

function ManyColumns() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Loans
      example="ManyColumns"
      columns={[
        {
          id: 'due',
          header: t('nextDue'),
          cell: ({ dueDay }) => <DayText day={dueDay} style="bare" />,
        },
        ...parts.map(({ id, percent }) => ({
          id,
          header: t('inCurrency', { header: t(id), currency: 'USD' }),
          align: 'end' as const,
          cell: ({ outstandingMinor }: SampleLoan) => (
            <Money
              amountMinor={Math.round((outstandingMinor * percent) / 100)}
              currency="USD"
              withCurrency={false}
            />
          ),
        })),
      ]}
    />
  );
}

/** The amount columns, each as a percentage of the outstanding amount. */
const parts = [
  { id: 'principal', percent: 84 },
  { id: 'interest', percent: 11 },
  { id: 'fees', percent: 2 },
  { id: 'penalties', percent: 3 },
  { id: 'outstanding', percent: 100 },
  { id: 'payoff', percent: 101 },
] as const;
