import type { Application } from '@bursar/contracts/intake/applications';
import { applicationStatuses, type ApplicationStatus } from '@bursar/contracts/choices';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { sharedCurrency } from '../../../lib/shared-currency.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { CreateLink } from '../../../ui/button/CreateButton.tsx';
import type { Filter, FilterOption } from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { SPARE_PORTFOLIO, type Column } from '../../../ui/table/columns.ts';
import { CardLine } from '../../../ui/table/CardLine.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { defaultTableState, useListAddress } from '../../../ui/table/table-state.ts';
import { applicationsQuery } from './applications-query.ts';
import { knownProductsQuery } from './applications.queries.ts';
import { ApplicationStatusBadge } from './ApplicationStatusBadge.tsx';

export function ApplicationList() {
  const { t } = useTranslation(['applications', 'loans']);
  const format = useFormat();
  const isAdmin = useSession()?.role === 'admin';
  const maySubmit = useMay('submit-applications');
  const [chosen, setChosen] = useAddress('status');
  const status = applicationStatuses.find((one) => one === chosen);
  const products = useQuery({ ...knownProductsQuery, enabled: useMay('read-products') }).data;
  const [ofProduct] = useAddress('product');
  const address = useListAddress(
    useMemo(
      () =>
        filtersOf(
          t,
          withChosen(products?.map(toOption), {
            chosen: ofProduct,
            missing: t('list.otherProduct'),
          }),
        ),
      [t, products, ofProduct],
    ),
    usualState,
  );
  const { q, product } = address.values;
  const asked = {
    ...(typeof q === 'string' && { q }),
    ...(typeof product === 'string' && { productId: product }),
    ...(status && { status }),
  };
  const query = useInfiniteQuery(applicationsQuery(asked));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const currency = sharedCurrency(rows);
  const columns = useMemo(() => columnsOf(t, { isAdmin, currency }), [t, isAdmin, currency]);
  const last = query.data?.pages.at(-1);
  const countOf = (one: ApplicationStatus) =>
    last?.counts.find((counted) => counted.status === one)?.count ?? 0;
  // Shows a dash until the counts are known: a zero would mean that there are no applications.
  const figureOf = (count: number | undefined) =>
    last && count !== undefined ? format.count(count) : '–';
  const all = last?.counts.reduce((sum, { count }) => sum + count, 0);
  const open = countOf('submitted') + countOf('approved');
  const create = maySubmit && (
    <CreateLink to={paths.createApplication}>{t('list.create')}</CreateLink>
  );
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={
          <CountLine
            text={last && t('list.open', { count: open, figure: format.count(open) })}
            failed={query.isError}
          />
        }
        actions={create}
      />
      <Stack gap={4}>
        <SegmentedChoice
          label={t('list.state')}
          chosen={status ?? 'all'}
          choices={[
            { value: 'all' as const, label: t('list.all', { figure: figureOf(all) }) },
            ...applicationStatuses.map((value) => ({
              value,
              label: t('list.inState', {
                state: t(`status.${value}`),
                figure: figureOf(countOf(value)),
              }),
            })),
          ]}
          onChoose={(value) => setChosen(value === 'all' ? null : value)}
        />
        <ListTable<Application>
          address={address}
          load={pagedLoadOf(query)}
          label={t('list.title')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ reference }) => reference}
          rowHref={({ id }) => paths.application(id)}
          cardLines={2}
          card={(row) => <ApplicationCard row={row} />}
          none={
            <EmptyState
              title={t('list.none')}
              hint={t('list.noneHint')}
              action={create || undefined}
            />
          }
          noMatch={t('list.noMatch')}
          matchCount={status ? countOf(status) : all}
        />
      </Stack>
    </>
  );
}

const usualState = { ...defaultTableState, pinned: ['reference'] };

function filtersOf(
  t: TFunction<['applications', 'loans']>,
  products: readonly FilterOption[],
): readonly Filter[] {
  return [
    { id: 'q', kind: 'search', label: t('list.search'), placeholder: t('list.searchHint') },
    { id: 'product', kind: 'choice', label: t('column.product'), options: products },
  ];
}

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

function columnsOf(
  t: TFunction<['applications', 'loans']>,
  { isAdmin, currency }: { readonly isAdmin: boolean; readonly currency: string | null },
): readonly Column<Application>[] {
  const columns: Omit<Column<Application>, 'header'>[] = [
    { id: 'reference', cell: ({ reference }) => <bdi>{reference}</bdi>, width: 104, main: true },
    { id: 'borrower', cell: ({ borrower }) => <bdi>{borrower.name}</bdi>, width: 168 },
    {
      id: 'portfolio',
      cell: ({ portfolio }) => <bdi>{portfolio.name}</bdi>,
      hidden: !isAdmin,
      spare: SPARE_PORTFOLIO,
    },
    {
      id: 'status',
      cell: ({ status }) => <ApplicationStatusBadge status={status} />,
      width: 120,
    },
    { id: 'product', cell: ({ product }) => <bdi>{product.name}</bdi>, width: 168, spare: 1 },
    {
      id: 'amount',
      align: 'end',
      unit: currency ?? undefined,
      cell: (row) => (
        <Money
          amountMinor={row.principalMinor}
          currency={row.currency}
          withCurrency={currency === null}
        />
      ),
      width: 136,
    },
    {
      id: 'rate',
      align: 'end',
      cell: (row) => <Rate percent={row.annualRatePercent} />,
      width: 96,
      spare: 4,
    },
    { id: 'disburseOn', cell: (row) => <DayText day={row.disburseOn} />, width: 128, spare: 3 },
    {
      id: 'changed',
      cell: (row) => <InstantText at={row.changedAt} style="medium" />,
      width: 128,
      spare: 2,
    },
  ];
  return columns.map((column) => ({ ...column, header: t(`column.${column.id}`) }));
}

function ApplicationCard({ row }: { readonly row: Application }) {
  return (
    <Stack as="span" gap={1}>
      <Row as="span" justify="between" wrap={false}>
        <Text as="bdi" weight="medium" clip>
          {row.borrower.name ?? row.reference}
        </Text>
        <Money amountMinor={row.principalMinor} currency={row.currency} />
      </Row>
      <CardLine>
        <ApplicationStatusBadge status={row.status} />
        <bdi>{row.reference}</bdi>
      </CardLine>
    </Stack>
  );
}
