import type { Product } from '@bursar/contracts/servicing/products';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { sharedCurrency } from '../../../lib/shared-currency.ts';
import { CreateLink } from '../../../ui/button/CreateButton.tsx';
import type { Filter } from '../../../ui/filters/filter-values.ts';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SPARE_PORTFOLIO, type Column } from '../../../ui/table/columns.ts';
import { CardLine } from '../../../ui/table/CardLine.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { defaultTableState, useListAddress } from '../../../ui/table/table-state.ts';
import { choiceText } from './product-values.ts';
import { productsQuery, type ProductQuestion } from './products.queries.ts';

/** The loan products in the user's scope, by name. */
export function ProductList() {
  const { t } = useTranslation('products');
  const format = useFormat();
  const mayManage = useMay('manage-products');
  const isAdmin = useSession()?.role === 'admin';
  const address = useListAddress(
    useMemo(() => filtersOf(t), [t]),
    usualState,
  );
  const { q, state } = address.values;
  const asked: ProductQuestion = {
    ...(typeof q === 'string' && { q }),
    state: state === 'archived' ? 'archived' : 'current',
  };
  const query = useInfiniteQuery(productsQuery(asked));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const currency = sharedCurrency(rows.flatMap(({ latest }) => latest ?? []));
  const columns = useMemo(
    () => columnsOf({ t, format, isAdmin, currency }),
    [t, format, isAdmin, currency],
  );
  const count = query.data?.pages.at(-1)?.count;
  const counted = count === undefined ? null : { count, figure: format.count(count) };
  const create = mayManage && <CreateLink to={paths.createProduct}>{t('list.create')}</CreateLink>;
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={
          <CountLine text={counted ? t('list.count', counted) : undefined} failed={query.isError} />
        }
        actions={create}
      />
      <ListTable<Product>
        address={address}
        load={pagedLoadOf(query)}
        label={t('list.title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => paths.product(id)}
        cardLines={2}
        card={(row) => <ProductCard row={row} />}
        none={
          <EmptyState
            title={t('list.none')}
            hint={t('list.noneHint')}
            action={create || undefined}
          />
        }
        noMatch={t('list.noMatch')}
        matchCount={count}
      />
    </>
  );
}

const usualState = { ...defaultTableState, pinned: ['name'] };

function filtersOf(t: TFunction<'products'>): readonly Filter[] {
  return [
    { id: 'q', kind: 'search', label: t('list.search'), placeholder: t('list.searchHint') },
    {
      id: 'state',
      kind: 'choice',
      label: t('list.state'),
      options: [{ value: 'archived', label: t('list.archived') }],
    },
  ];
}

type ColumnTexts = {
  readonly t: TFunction<'products'>;
  readonly format: Formatters;
  readonly isAdmin: boolean;
  /** The currency of all products; null if each shows its own. */
  readonly currency: string | null;
};

function columnsOf({
  t,
  format,
  isAdmin,
  currency: shared,
}: ColumnTexts): readonly Column<Product>[] {
  const of = (text: (latest: NonNullable<Product['latest']>) => ReactNode) => (row: Product) =>
    row.latest ? text(row.latest) : '–';
  const columns: Omit<Column<Product>, 'header'>[] = [
    { id: 'name', cell: ({ name }) => <bdi>{name}</bdi>, width: 184, main: true },
    {
      id: 'portfolio',
      cell: ({ portfolio }) => <bdi>{portfolio.name}</bdi>,
      hidden: !isAdmin,
      spare: SPARE_PORTFOLIO,
    },
    {
      id: 'smallest',
      cell: of(({ currency, terms }) => (
        <Money amountMinor={terms.principalMinMinor} currency={currency} withCurrency={false} />
      )),
      align: 'end',
      width: 136,
    },
    {
      id: 'largest',
      cell: ({ latest }) =>
        latest ? (
          <Money
            amountMinor={latest.terms.principalMaxMinor}
            currency={latest.currency}
            withCurrency={shared === null}
          />
        ) : (
          t('list.noTerms')
        ),
      align: 'end',
      width: 136,
    },
    {
      id: 'rate',
      cell: of(({ terms }) => format.percent(terms.annualRatePercent)),
      align: 'end',
      width: 96,
    },
    {
      id: 'count',
      cell: of(({ terms }) =>
        t('range', {
          from: format.count(terms.instalmentCountMin),
          to: format.count(terms.instalmentCountMax),
        }),
      ),
      align: 'end',
      width: 112,
    },
    {
      id: 'method',
      cell: of(({ terms }) => choiceText(t, terms.scheduleMethod)),
      width: 164,
      spare: 3,
    },
    {
      id: 'loans',
      cell: ({ loans }) => <Count value={loans} />,
      align: 'end',
      width: 80,
      spare: 2,
    },
  ];
  return columns.map((column) => {
    const isLimit = column.id === 'smallest' || column.id === 'largest';
    return {
      ...column,
      header: t(`column.${column.id}`),
      // The two limits are read separately, so the header of each names the currency.
      ...(isLimit && shared !== null && { unit: shared }),
    };
  });
}

/** A product on a phone: the name, the limits of a loan and the interest rate. */
function ProductCard({ row: { name, latest } }: { readonly row: Product }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  return (
    <Stack as="span" gap={1}>
      <Text as="bdi" weight="medium" clip>
        {name}
      </Text>
      <CardLine>
        {latest
          ? t('range', {
              from: format.money(latest.terms.principalMinMinor, latest.currency),
              to: format.amount(latest.terms.principalMaxMinor, latest.currency),
            })
          : t('list.noTerms')}
        {latest && format.percent(latest.terms.annualRatePercent)}
      </CardLine>
    </Stack>
  );
}
