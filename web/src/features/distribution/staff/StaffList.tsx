import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { useMay } from '../../../lib/session-query.ts';
import type { FilterOption } from '../../../ui/filters/filter-values.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { CountLine } from '../../../ui/page/CountLine.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import { staffColumns, staffSums, staffSumsToCome, type StaffColumn } from './staff-columns.tsx';
import type { StaffListConfig } from './staff-lists.ts';
import { accountQuery } from './staff.queries.ts';
import { StaffBulkActions } from './StaffBulkActions.tsx';
import { StaffCard } from './StaffCard.tsx';
import { useStaffList } from './use-staff-list.ts';
import { useStaffSelection } from './use-staff-selection.ts';

type StaffListProps = {
  readonly config: StaffListConfig;
  /** Teams as filter options, if the list has several. */
  readonly teams?: readonly FilterOption[] | undefined;
  /** The currency of the list; null if it differs between rows. */
  readonly currency: string | null;
  /** True to hide the portfolio column, which would be the same in every row. */
  readonly hidesPortfolio?: boolean;
  /** The link to create an account. */
  readonly action?: ReactNode;
  /** Called when the user is about to open a row, to prefetch its page. */
  readonly onIntent: () => void;
};

/** A list of accounts with filters, sums and links to each account. */
export function StaffList(props: StaffListProps) {
  const { config, teams, currency, hidesPortfolio = false, action, onIntent } = props;
  const { t } = useTranslation(['staff', 'app']);
  const format = useFormat();
  const queryClient = useQueryClient();
  const list = useStaffList({ config, teams });
  const { address, query, sums } = list;
  const { textKey } = config;
  const mayManage = useMay('manage-staff');
  const picking = useStaffSelection(list);
  const columns = useMemo(() => {
    const { hidden = [] } = config;
    const hiddenNow = hidesPortfolio ? ([...hidden, 'portfolio'] as const) : hidden;
    return staffColumns(t, { ...config, hidden: hiddenNow, currency });
  }, [t, config, hidesPortfolio, currency]);
  const title = t(`list.${textKey}.title`);
  const counted = sums && { count: sums.count, figure: format.count(sums.count) };
  const has = (name: StaffColumn) => config.columns.some((column) => column === name);
  return (
    <>
      <PageHeader
        title={title}
        description={
          <CountLine
            text={
              counted && t(address.isFiltered ? 'list.matching' : `list.${textKey}.count`, counted)
            }
            failed={query.isError}
          />
        }
        actions={action}
      />
      <ListTable<StaffRow>
        address={address}
        load={pagedLoadOf(query)}
        label={title}
        columns={columns}
        rows={list.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => config.hrefOf(row.id)}
        onRowIntent={(row) => {
          onIntent();
          void queryClient.prefetchQuery(accountQuery(row.id));
        }}
        cardLines={3}
        card={(row) => <StaffCard row={row} withRole={has('role')} withTeam={has('team')} />}
        none={
          <EmptyState
            title={t(`list.${textKey}.empty`)}
            hint={t(`list.${textKey}.emptyHint`)}
            action={action}
          />
        }
        noMatch={t('list.noMatch')}
        matchCount={sums?.count}
        // In a list with managers and desks, the same loans would count more than once.
        {...(config.role === 'agent' && {
          sums: sums ? staffSums(sums, { withCurrency: currency === null }) : staffSumsToCome,
        })}
        {...(mayManage && {
          selection: picking.selection,
          onSelectionChange: picking.setSelection,
          bulk: { actions: <StaffBulkActions picking={picking} /> },
        })}
        onExport={list.save}
      />
    </>
  );
}
