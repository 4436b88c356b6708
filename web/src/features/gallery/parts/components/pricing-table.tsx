import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../../ui/filters/SegmentedChoice.tsx';
import { SliderField } from '../../../../ui/form/SliderField.tsx';
import { Count } from '../../../../ui/format/Count.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Rate } from '../../../../ui/format/Rate.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { Tag } from '../../../../ui/status/Tag.tsx';
import { FigureTable } from '../../../../ui/table/FigureTable.tsx';
import { priceOf, tiers } from '../../loan-price.ts';
import { documented, type Part } from '../../part.ts';
import classes from './pricing-table.module.css';

export const part: Part = {
  examples: { LoanProducts, ByTheLine, Plans, Comparison, PerLoan },
  components: [
    documented<ComponentProps<typeof FigureTable<Product>>>('FigureTable', [
      { name: 'label', type: 'string' },
      { name: 'columns', type: 'FigureColumn[]' },
      { name: 'rows', type: 'Row[]' },
      { name: 'rowId', type: '(row) => string' },
      { name: 'foot', type: 'Record<string, ReactNode>', standard: '–' },
    ]),
    documented<ComponentProps<typeof SliderField>>('SliderField', [
      { name: 'label', type: 'string' },
      { name: 'value', type: 'number' },
      { name: 'onChange', type: '(value) => void' },
      { name: 'least', type: 'number' },
      { name: 'most', type: 'number' },
      { name: 'step', type: 'number', standard: '1' },
      { name: 'spell', type: '(value) => string', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'press' },
    { keys: ['←', '→'], does: 'step' },
  ],
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

/** Returns the annual rate in per cent; a term of two years costs one percentage point more. */
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

/** An amount without its currency, which is in the column header. */
function Amount({ minor }: { minor: number }) {
  return <Money amountMinor={minor} currency="USD" withCurrency={false} />;
}

function Plans() {
  const { t } = useTranslation('gallery-samples');
  const [period, setPeriod] = useState<'month' | 'year'>('month');
  const [chosen, setChosen] = useState<Plan['id']>();
  return (
    <Stack gap={4}>
      <Row>
        <SegmentedChoice
          label={t('period')}
          chosen={period}
          onChoose={setPeriod}
          choices={[
            { value: 'month', label: t('monthly') },
            { value: 'year', label: t('yearly') },
          ]}
        />
        <Text as="span" tone="muted" size="table">
          {t('yearlySaving')}
        </Text>
      </Row>
      <Grid min={13} gap={4}>
        {plans.map((plan) => (
          <Box
            key={plan.id}
            as="article"
            flow="stack"
            pad={5}
            framed
            className={classes.plan}
            data-usual={plan.isUsual || undefined}
          >
            <Row justify="between">
              <Text as="h3" size="lead" weight="medium">
                {t(`plan.${plan.id}`)}
              </Text>
              {plan.isUsual && <Tag colour="lapis">{t('mostChosen')}</Tag>}
            </Row>
            <Price plan={plan} period={period} />
            <Included plan={plan} />
            <Button
              kind={plan.isUsual ? 'primary' : 'secondary'}
              aria-pressed={plan.id === chosen}
              icon={plan.id === chosen && <IconCheck size={16} stroke={1.5} />}
              onClick={() => setChosen(plan.id)}
            >
              {t(plan.id === chosen ? 'selected' : 'choose')}
            </Button>
          </Box>
        ))}
      </Grid>
    </Stack>
  );
}

type Plan = {
  id: 'starter' | 'team' | 'group';
  monthMinor: number;
  loans: number;
  users: number;
  has: readonly Feature[];
  isUsual?: boolean;
};

type Feature = 'callLog' | 'webhooks' | 'singleSignOn' | 'ownDatabase';

const features: readonly Feature[] = ['callLog', 'webhooks', 'singleSignOn', 'ownDatabase'];

const plans: readonly Plan[] = [
  { id: 'starter', monthMinor: 90_00, loans: 500, users: 3, has: ['callLog'] },
  {
    id: 'team',
    monthMinor: 290_00,
    loans: 5_000,
    users: 20,
    has: ['callLog', 'webhooks'],
    isUsual: true,
  },
  { id: 'group', monthMinor: 900_00, loans: 50_000, users: 200, has: features },
];

/** The price of a plan for a period; a year costs as much as ten months. */
function Price({ plan, period }: { plan: Plan; period: 'month' | 'year' }) {
  const { t } = useTranslation('gallery-samples');
  const amountMinor = plan.monthMinor * (period === 'month' ? 1 : 10);
  return (
    <Stack gap={1}>
      <Text size="figure" weight="medium" className={classes.price}>
        <Money amountMinor={amountMinor} currency="USD" />
      </Text>
      <Text tone="muted" size="table">
        {t(period === 'month' ? 'aMonth' : 'aYear')}
      </Text>
    </Stack>
  );
}

function Included({ plan }: { plan: Plan }) {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="ul" flow="stack" gap={2} pad={[4, 0, 0]} line="above" size="table">
      <Row as="li" justify="between" wrap={false}>
        {t('loans')}
        <Count value={plan.loans} />
      </Row>
      <Row as="li" justify="between" wrap={false}>
        {t('users')}
        <Count value={plan.users} />
      </Row>
      {features.map((feature) => (
        <Row
          key={feature}
          as="li"
          justify="between"
          wrap={false}
          {...(!plan.has.includes(feature) && { tone: 'muted' })}
        >
          {t(`feature.${feature}`)}
          <Mark isIncluded={plan.has.includes(feature)} />
        </Row>
      ))}
    </Box>
  );
}

function Mark({ isIncluded }: { isIncluded: boolean }) {
  const { t } = useTranslation('gallery-samples');
  const Icon = isIncluded ? IconCheck : IconMinus;
  return (
    <span className={classes.mark}>
      <Icon
        size={16}
        stroke={1.5}
        color={isIncluded ? 'var(--ink)' : 'var(--ink-faint)'}
        aria-hidden="true"
      />
      <span className="unseen">{t(isIncluded ? 'included' : 'notIncluded')}</span>
    </span>
  );
}

function Comparison() {
  const { t } = useTranslation('gallery-samples');
  return (
    <FigureTable
      label={t('plans')}
      rows={['price', 'loans', 'users', ...features] as const}
      rowId={(row) => row}
      columns={[
        {
          id: 'name',
          header: t('plans'),
          wide: true,
          cell: (row) => (isFeature(row) ? t(`feature.${row}`) : t(row)),
        },
        ...plans.map((plan) => ({
          id: plan.id,
          header: t(`plan.${plan.id}`),
          align: 'end' as const,
          cell: (row: 'price' | 'loans' | 'users' | Feature) => {
            if (isFeature(row)) return <Mark isIncluded={plan.has.includes(row)} />;
            if (row !== 'price') return <Count value={plan[row]} />;
            return <Money amountMinor={plan.monthMinor} currency="USD" />;
          },
        })),
      ]}
    />
  );
}

const isFeature = (row: string): row is Feature => features.some((feature) => feature === row);

function PerLoan() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [loans, setLoans] = useState(1_800);
  return (
    <Stack gap={5}>
      <Grid min={14} gap={6}>
        <SliderField
          id="price-loans"
          label={t('loans')}
          value={loans}
          onChange={setLoans}
          least={100}
          most={10_000}
          step={100}
          spell={format.count}
        />
        <Stack gap={1} role="status">
          <Text tone="muted" size="table">
            {t('aMonth')}
          </Text>
          <Text size="figure" weight="medium" className={classes.price}>
            <Money amountMinor={priceOf(loans)} currency="USD" />
          </Text>
        </Stack>
      </Grid>
      <FigureTable
        label={t('tiers')}
        rows={tiers}
        rowId={({ from }) => from}
        rowMark={({ from, to }) => (loans >= from && loans <= to ? 'now' : undefined)}
        columns={[
          {
            id: 'loans',
            header: t('loans'),
            cell: ({ from, to }) => t('fromTo', { from: format.count(from), to: format.count(to) }),
          },
          {
            id: 'each',
            header: t('perLoan'),
            align: 'end',
            cell: ({ eachMinor }) => <Money amountMinor={eachMinor} currency="USD" />,
          },
        ]}
      />
    </Stack>
  );
}
