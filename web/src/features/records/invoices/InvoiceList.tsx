import { invoiceSorts, invoiceStatuses, type InvoiceStatus } from '@bursar/contracts/choices';
import type { InvoiceRow } from '@bursar/contracts/records/invoices';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CreateLink } from '../../../ui/button/CreateButton.tsx';
import {
  isDayRange,
  isList,
  type Filter,
  type FilterValues,
} from '../../../ui/filters/filter-values.ts';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { SPARE_PORTFOLIO, type Column } from '../../../ui/table/columns.ts';
import { CardLine } from '../../../ui/table/CardLine.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import {
  defaultTableState,
  useListAddress,
  type TableSort,
  type TableState,
} from '../../../ui/table/table-state.ts';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import { invoicesQuery, useExportInvoices, type InvoiceQuestion } from './invoices.queries.ts';
import { IssuerDialog } from './IssuerDialog.tsx';

/** The invoices in the user's scope, with open, overdue and invoiced totals. */
export function InvoiceList() {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const isAdmin = useSession()?.role === 'admin';
  const address = useListAddress(useFilters(), tableDefaults);
  const question = questionOf(address.values, address.state.sort);
  const query = useInfiniteQuery(invoicesQuery(question));
  const exporting = useExportInvoices();
  const rows = useMemo<readonly InvoiceRow[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  const sums = query.data?.pages.at(-1)?.sums;
  const columns = useMemo(() => columnsOf(t, isAdmin), [t, isAdmin]);
  const counted = sums && { count: sums.count, figure: format.count(sums.count) };
  const title = t('list.title');
  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            text={counted && t(address.isFiltered ? 'list.matching' : 'list.count', counted)}
            failed={query.isError}
          />
        }
        actions={<ListActions />}
      />
      {(sums || !query.isError) && <OpenAmounts amounts={sums?.amounts} />}
      <ListTable<InvoiceRow>
        address={address}
        load={pagedLoadOf(query)}
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={(row) => row.number ?? t('draftOf', { name: row.customerName })}
        rowHref={({ id }) => paths.invoice(id)}
        cardLines={2}
        card={(row) => <InvoiceCard row={row} />}
        none={
          <EmptyState title={t('list.empty')} hint={t('list.emptyHint')} action={<ListActions />} />
        }
        noMatch={t('list.noMatch')}
        matchCount={sums?.count}
        onExport={({ format: kind }) => {
          if (!exporting.isPending) exporting.mutate({ ...question, format: kind });
        }}
      />
    </>
  );
}

/** A link to a new invoice, and a button that edits the issuer. */
function ListActions() {
  const { t } = useTranslation('invoices');
  const isAdmin = useSession()?.role === 'admin';
  const mayManage = useMay('manage-invoices') && !isAdmin;
  const mayChangeIssuer = useMay('change-invoice-issuer') && !isAdmin;
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      {mayChangeIssuer && (
        <>
          <Button onClick={() => setOpened(true)}>{t('issuer.action')}</Button>
          <IssuerDialog opened={isOpened} onClose={() => setOpened(false)} />
        </>
      )}
      {mayManage && <CreateLink to={paths.createInvoice}>{t('list.create')}</CreateLink>}
    </>
  );
}

type Amounts = {
  readonly currency: string;
  readonly totalMinor: number;
  readonly openMinor: number;
  readonly overdueMinor: number;
};

/**
 * Totals of the matching invoices by currency: an administrator may see several. Without an invoice,
 * dashes take the place of the totals, so that nothing moves once the list has loaded.
 */
function OpenAmounts({ amounts }: { readonly amounts: readonly Amounts[] | undefined }) {
  const { t } = useTranslation('invoices');
  return (
    <Box flow="stack" below={5}>
      {(amounts?.length ? amounts : [null]).map((sums) => (
        <StatStrip
          key={sums?.currency ?? 'waiting'}
          label={sums ? t('sums.label', { currency: sums.currency }) : t('sums.title')}
        >
          {(['openMinor', 'overdueMinor', 'totalMinor'] as const).map((name) => (
            <StatTile
              key={name}
              label={t(`sums.${name}`)}
              value={
                sums ? (
                  <Money amountMinor={sums[name]} currency={sums.currency} />
                ) : amounts ? (
                  '–'
                ) : (
                  <Skeleton width="6rem" height="1lh" />
                )
              }
            />
          ))}
        </StatStrip>
      ))}
    </Box>
  );
}

/** An invoice as a card, for phones: with the open amount, or the total if nothing is open. */
function InvoiceCard({ row }: { readonly row: InvoiceRow }) {
  const { t } = useTranslation('invoices');
  const shown = row.openMinor > 0 ? 'open' : 'total';
  return (
    <Stack as="span" gap={1}>
      <Row as="span" justify="between" wrap={false}>
        <Text as="bdi" weight="medium" clip>
          {row.customerName}
        </Text>
        <span>
          <Text as="span" tone="muted" size="caption">
            {t(`column.${shown}`)}
          </Text>{' '}
          <Money amountMinor={row[`${shown}Minor`]} currency={row.currency} />
        </span>
      </Row>
      <CardLine>
        <InvoiceStatusBadge status={row.status} />
        {row.number !== null && <bdi>{row.number}</bdi>}
        <DayText day={row.dueOn} style="short" />
      </CardLine>
    </Stack>
  );
}

const tableDefaults: TableState = { ...defaultTableState, pinned: ['number'] };

function columnsOf(t: TFunction<'invoices'>, isAdmin: boolean): readonly Column<InvoiceRow>[] {
  const amount = (id: 'net' | 'tax' | 'total' | 'open'): Column<InvoiceRow> => ({
    id,
    header: t(`column.${id}`),
    align: 'end',
    width: 136,
    ...(id === 'total' && { sort: 'desc', spare: 2 }),
    cell: (row) => <Money amountMinor={row[`${id}Minor`]} currency={row.currency} />,
  });
  return [
    {
      id: 'number',
      header: t('column.number'),
      main: true,
      width: 136,
      cell: ({ number }) =>
        number === null ? (
          <Text as="span" tone="muted">
            {t('status.draft')}
          </Text>
        ) : (
          <bdi>{number}</bdi>
        ),
    },
    {
      id: 'customer',
      header: t('column.customer'),
      width: 176,
      grow: 2,
      cell: ({ customerName }) => <bdi>{customerName}</bdi>,
    },
    {
      id: 'status',
      header: t('column.status'),
      width: 136,
      cell: ({ status }) => <InvoiceStatusBadge status={status} />,
    },
    {
      id: 'loan',
      header: t('column.loan'),
      width: 104,
      spare: 4,
      cell: ({ loan }) => (loan ? <bdi>{loan.reference}</bdi> : '–'),
    },
    {
      id: 'issued',
      header: t('column.issued'),
      width: 112,
      spare: 3,
      cell: ({ issuedOn }) => (issuedOn ? <DayText day={issuedOn} style="short" /> : '–'),
    },
    {
      id: 'due',
      header: t('column.due'),
      width: 112,
      spare: 1,
      sort: 'asc',
      cell: ({ dueOn }) => <DayText day={dueOn} style="short" />,
    },
    { ...amount('net'), hidden: true },
    { ...amount('tax'), hidden: true },
    amount('total'),
    amount('open'),
    {
      id: 'portfolio',
      header: t('column.portfolio'),
      width: 152,
      hidden: !isAdmin,
      spare: SPARE_PORTFOLIO,
      cell: ({ portfolio }) => <bdi>{portfolio.name}</bdi>,
    },
  ];
}

function useFilters(): readonly Filter[] {
  const { t } = useTranslation('invoices');
  return useMemo(
    () => [
      { id: 'q', kind: 'search', label: t('filter.search'), placeholder: t('filter.placeholder') },
      {
        id: 'status',
        kind: 'choices',
        label: t('column.status'),
        options: invoiceStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
      },
      { id: 'due', kind: 'days', label: t('column.due') },
    ],
    [t],
  );
}

/** Converts the chosen filters to a request; values unknown to the server are left out. */
function questionOf({ q, status, due }: FilterValues, sort: TableSort | null): InvoiceQuestion {
  const statuses: readonly InvoiceStatus[] = isList(status)
    ? invoiceStatuses.filter((one) => status.includes(one))
    : [];
  const column = invoiceSorts.find((one) => one === sort?.column);
  const days = isDayRange(due) ? due : {};
  return {
    ...(typeof q === 'string' && { q: q.slice(0, 100) }),
    ...(statuses.length > 0 && { status: statuses.join(',') }),
    ...(days.from && { dueFrom: days.from }),
    ...(days.to && { dueTo: days.to }),
    ...(column && { sort: `${sort?.direction === 'desc' ? '-' : ''}${column}` }),
  };
}
