import { IconCheck } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../../ui/filters/SegmentedChoice.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { FigureTable } from '../../../../ui/table/FigureTable.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './pricing-table.module.css';

export const part: Part = {
  examples: { LoanProducts, ByTheLine },
  components: [
    documented<ComponentProps<typeof FigureTable<Product>>>('FigureTable', [
      { name: 'label', type: 'string' },
      { name: 'columns', type: 'FigureColumn[]' },
      { name: 'rows', type: 'Row[]' },
      { name: 'rowId', type: '(row) => string' },
      { name: 'foot', type: 'Record<string, ReactNode>', standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab', 'Enter'], does: 'press' }],
};

type Product = {
  id: 'salary' | 'trade' | 'car';
  percent: string;
  feeMinor: number;
  mostMinor: number;
};

const products: readonly Product[] = [
  { id: 'salary', percent: '11.90', feeMinor: 25_00, mostMinor: 5_000_00 },
  { id: 'trade', percent: '14.07', feeMinor: 60_00, mostMinor: 15_000_00 },
  { id: 'car', percent: '8.40', feeMinor: 120_00, mostMinor: 30_000_00 },
];

function LoanProducts() {
  const { t } = useTranslation('gallery-samples');
  const [term, setTerm] = useState<'year' | 'twoYears'>('year');
  const [chosen, setChosen] = useState<Product['id']>('trade');
  return (
    <Stack gap={4}>
      <Row>
        <SegmentedChoice
          label={t('term')}
          chosen={term}
          onChoose={setTerm}
          choices={[
            { value: 'year', label: t('months', { count: 12, months: 12 }) },
            { value: 'twoYears', label: t('months', { count: 24, months: 24 }) },
          ]}
        />
      </Row>
      <Grid min={12} gap={4}>
        {products.map((product) => (
          <Box
            key={product.id}
            as="article"
            flow="stack"
            pad={5}
            framed
            className={classes.product}
            data-chosen={product.id === chosen || undefined}
          >
            <Text as="h3" size="lead" weight="medium">
              {t(product.id)}
            </Text>
            <Stack gap={2}>
              <Text size="figure" weight="medium">
                <Rate percent={rateOf(product, term)} />
              </Text>
              <Text tone="muted" size="table">
                {t('rate')}
              </Text>
            </Stack>
            <Box flow="grid" as="dl" gap={2} pad={[4, 0, 0]} line="above" className={classes.terms}>
              <Term name={t('fees')} amountMinor={product.feeMinor} />
              <Term name={t('maximum')} amountMinor={product.mostMinor} />
            </Box>
            <Button
              aria-pressed={product.id === chosen}
              icon={product.id === chosen && <IconCheck size={16} stroke={1.5} />}
              onClick={() => setChosen(product.id)}
            >
              {t(product.id === chosen ? 'selected' : 'choose')}
            </Button>
          </Box>
        ))}
      </Grid>
    </Stack>
  );
}

/** A term of two years costs one percentage point more. */
function rateOf({ percent }: Product, term: 'year' | 'twoYears'): number {
  return Number(percent) + (term === 'twoYears' ? 1 : 0);
}

function Term({ name, amountMinor }: { name: string; amountMinor: number }) {
  return (
    <>
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <dd>
        <Money amountMinor={amountMinor} currency="USD" />
      </dd>
    </>
  );
}

function ByTheLine() {
  const { t } = useTranslation('gallery-samples');
  return (
    <FigureTable
      label={t('products')}
      rows={products}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'product',
          header: t('loan'),
          wide: true,
          cell: ({ id }) => t(id),
        },
        {
          id: 'rate',
          header: t('rate'),
          align: 'end',
          cell: ({ percent }) => <Rate percent={percent} />,
        },
        {
          id: 'fee',
          header: t('inCurrency', { header: t('fees'), currency: 'USD' }),
          align: 'end',
          cell: ({ feeMinor }) => <Amount minor={feeMinor} />,
        },
        {
          id: 'most',
          header: t('inCurrency', { header: t('maximum'), currency: 'USD' }),
          align: 'end',
          cell: ({ mostMinor }) => <Amount minor={mostMinor} />,
        },
      ]}
    />
  );
}

/** An amount without its currency, which the head of the column names. */
function Amount({ minor }: { minor: number }) {
  return <Money amountMinor={minor} currency="USD" withCurrency={false} />;
}
