import type { Approval } from '@bursar/contracts/approvals';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { useApprovalList } from './use-approval-list.ts';

type ApprovalListProps = {
  readonly state: 'waiting' | 'decided';
  readonly onOpen: (approvalId: string) => void;
};

/** Requests that the reader may decide or has made. */
export function ApprovalList({ state, onOpen }: ApprovalListProps) {
  const { t } = useTranslation('approvals');
  const list = useApprovalList(state);
  const columns = useMemo(() => approvalColumns(t, state), [t, state]);
  return (
    <ListTable<Approval>
      address={list.address}
      load={pagedLoadOf(list.query)}
      label={t(`tab.${state}`)}
      columns={columns}
      rows={list.rows}
      rowId={(row) => row.id}
      rowName={(row) => `${t(`kind.${row.kind}`)} ${row.subject}`}
      onRowOpen={(row) => onOpen(row.id)}
      card={(row) => <ApprovalCard row={row} />}
      none={<EmptyState title={t(`none.${state}`)} hint={t(`noneHint.${state}`)} />}
      noMatch={t('noMatch')}
    />
  );
}
