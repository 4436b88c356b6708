import type { Approval, ApprovalKind } from '@bursar/contracts/approvals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '../../ui/filters/filter-values.ts';
import { defaultTableState } from '../../ui/table/table-state.ts';
import type { TableState } from '../../ui/table/table-state.ts';
import { useListAddress } from '../../ui/table/use-list-address.ts';
import { approvalListQuery } from './approvals.queries.ts';

/** The inbox’s question, kept in the address, and the server’s answer. */
export function useApprovalList(state: 'waiting' | 'decided') {
  const address = useListAddress(useApprovalFilters(), tableDefaults);
  const { values } = address;
  const kind = approvalKinds.find((one) => one === values['kind']);
  const query = useInfiniteQuery(
    approvalListQuery({ state, kind, ...(values['by'] === 'me' && { own: true }) }),
  );
  const rows = useMemo<readonly Approval[]>(
    () => query.data?.pages.flatMap((page) => page.approvals) ?? [],
    [query.data],
  );
  return { address, query, rows };
}

const tableDefaults: TableState = { ...defaultTableState, pinned: ['kind'] };

/** The compiler asks for a new kind's place. */
const isFilterOf: Record<ApprovalKind, true> = {
  'reverse-payment': true,
  'reassign-loans': true,
  'undo-assignment': true,
  'make-handover': true,
  'move-held-loans': true,
};
// The keys of the table above are exactly the kinds.
const approvalKinds = Object.keys(isFilterOf) as ApprovalKind[];

function useApprovalFilters(): readonly Filter[] {
  const { t } = useTranslation('approvals');
  return useMemo(
    () => [
      {
        id: 'kind',
        kind: 'choice',
        label: t('column.kind'),
        options: approvalKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
      },
      {
        id: 'by',
        kind: 'choice',
        label: t('column.requestedBy'),
        options: [{ value: 'me', label: t('filter.me') }],
      },
    ],
    [t],
  );
}
