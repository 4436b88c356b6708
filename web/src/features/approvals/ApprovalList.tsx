import type { Approval } from '@bursar/contracts/approvals';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pagedLoadOf } from '../../lib/page-load.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import {
  approvalColumns,
  useApprovalList,
  Amount,
  Requester,
  Subject,
  ApprovalStateBadge,
} from './approval-columns.tsx';

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

/** A request on a phone. */
function ApprovalCard({ row }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  return (
    <Stack as="span" gap={1}>
      <Row as="span" justify="between" align="baseline">
        <Text as="span" weight="medium">
          {t(`kind.${row.kind}`)}
        </Text>
        <Amount row={row} />
      </Row>
      <Text as="span" tone="muted" size="table">
        <Subject row={row} />
        {row.borrower !== null && (
          <>
            {' '}
            · <bdi>{row.borrower}</bdi>
          </>
        )}{' '}
        · <Requester row={row} />
      </Text>
      {row.reason !== '' && (
        <Text as="span" tone="muted" size="table">
          <bdi>{row.reason}</bdi>
        </Text>
      )}
      <Text as="span" tone="muted" size="table">
        {row.state === 'waiting' ? (
          <InstantText at={row.requestedAt} style="ago" />
        ) : (
          <ApprovalStateBadge state={row.state} />
        )}
      </Text>
    </Stack>
  );
}
