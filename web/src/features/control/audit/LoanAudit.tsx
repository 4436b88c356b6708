import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@bursar/contracts/control/audit';
import { eventText } from '../../access/audit-events/event-text.ts';
import { sharedCurrency } from '../../../lib/shared-currency.ts';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useListAddress } from '../../../ui/table/table-state.ts';
import { AuditCard, loanAuditColumns } from './AuditRow.tsx';
import { currencyOf } from './audit-text.ts';
import { loanAuditQuery } from './audit.queries.ts';
import { AuditDrawer } from './AuditDrawer.tsx';
import { tableDefaults, useOpenedRow } from './use-audit-list.ts';

/** The audit trail of one loan, newest first; a row opens its values before and after. */
export function LoanAudit({ loanId }: { loanId: string }) {
  const { t } = useTranslation(['audit', 'app']);
  const query = useInfiniteQuery(loanAuditQuery(loanId));
  const address = useListAddress(noFilters, compactDefaults);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { opened, open, close } = useOpenedRow(rows);
  const columns = useMemo(() => loanAuditColumns(t, currencyOfAll(rows)), [t, rows]);
  const { failure, ...load } = pagedLoadOf(query);
  return (
    <>
      <DataTable<AuditEvent>
        {...load}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => eventText(t, row.event)}
        onRowOpen={open}
        card={(row) => <AuditCard row={row} ofLoan />}
        state={address.state}
        onStateChange={address.setState}
        empty={<EmptyState title={t('empty')} />}
        error={failure && <ErrorState {...failure} />}
        height="content"
        hasControls={false}
      />
      <AuditDrawer event={opened} onClose={close} />
    </>
  );
}

const noFilters = [] as const;

const compactDefaults = { ...tableDefaults, density: 'compact' } as const;

function currencyOfAll(rows: readonly AuditEvent[]): string | null {
  const currencies = rows.map(currencyOf).filter((currency) => currency !== undefined);
  return sharedCurrency(currencies.map((currency) => ({ currency })));
}
