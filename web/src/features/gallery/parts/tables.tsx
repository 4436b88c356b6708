import { type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../../ui/format/Count.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { documented, type Part } from '../part.ts';

export const part: Part = {
  examples: { Schedule, WithSums, Marked },
  components: [
    documented<ComponentProps<typeof FigureTable>>('FigureTable', [
      { name: 'label', type: 'string' },
      { name: 'columns', type: 'readonly FigureColumn<Row>[]' },
      { name: 'rows', type: 'readonly Row[]' },
      { name: 'rowId', type: '(row: Row) => string | number' },
      { name: 'rowMark', type: "(row: Row) => 'done' | 'void' | 'late' | 'now'", standard: '–' },
      { name: 'foot', type: 'Record<string, ReactNode>', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab', '←', '→'], does: 'scroll' }],
};

function Schedule() {
  const { t } = useTranslation('gallery-tables');
  return (
    <FigureTable
      label={t('tables.examples.Schedule.title')}
      rows={instalments}
      rowId={(row) => row.number}
      columns={useColumns()}
    />
  );
}

function WithSums() {
  const { t } = useTranslation('gallery-tables');
  const sumOf = (figureOf: (row: Instalment) => number) => (
    <Amount minor={instalments.reduce((sum, row) => sum + figureOf(row), 0)} />
  );
  return (
    <FigureTable
      label={t('tables.examples.WithSums.title')}
      rows={instalments}
      rowId={(row) => row.number}
      columns={useColumns()}
      foot={{
        number: t('ui:chart.total'),
        principal: sumOf((row) => row.principalMinor),
        interest: sumOf((row) => row.interestMinor),
      }}
    />
  );
}

function Marked() {
  const { t } = useTranslation('gallery-tables');
  return (
    <FigureTable
      label={t('tables.examples.Marked.title')}
      rows={instalments}
      rowId={(row) => row.number}
      rowMark={({ number }) => marks[number]}
      columns={useColumns()}
    />
  );
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
    {
      id: 'rate',
      header: t('rate'),
      cell: () => <Rate percent="12" />,
      align: 'end' as const,
    },
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
