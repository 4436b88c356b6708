import type { Approval, ApprovalKind } from '@bursar/contracts/access/approvals';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReasonText } from '../audit-events/ReasonText.tsx';
import { pagedLoadOf } from '../../../lib/page-load.ts';
import { sharedCurrency } from '../../../lib/shared-currency.ts';
import type { Filter } from '../../../ui/filters/filter-values.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { useMedia } from '../../../ui/state/use-media.ts';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import {
  defaultTableState,
  type TableState,
  useListAddress,
} from '../../../ui/table/table-state.ts';
import {
  approvalColumns,
  Amount,
  Requester,
  Subject,
  ApprovalStateBadge,
} from './approval-columns.tsx';
import { approvalListQuery } from './approvals.queries.ts';
import { canDecide, Decide, DecideDialogs, type RowDecision } from './RowDecision.tsx';

type ApprovalListProps = {
  readonly state: 'waiting' | 'decided';
  readonly onOpen: (approvalId: string) => void;
};

/** Requests that the user may decide or has made. */
export function ApprovalList({ state, onOpen }: ApprovalListProps) {
  const { t } = useTranslation('approvals');
  const list = useApprovalList(state);
  const [asked, setAsked] = useState<RowDecision | null>(null);
  const isNarrow = useMedia('(max-width: 68em)');
  const hasLoans = list.rows.some(({ loans }) => loans !== null);
  const currency = sharedCurrency(list.rows.flatMap(withAmount));
  const columns = useMemo(
    () =>
      approvalColumns(t, {
        state,
        isNarrow,
        hasLoans,
        currency,
        decision: (row) => <Decision row={row} onAsk={setAsked} />,
      }),
    [t, state, isNarrow, hasLoans, currency],
  );
  return (
    <>
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
        cardAction={(row) => canDecide(row) && <Decide approval={row} onAsk={setAsked} />}
        cardLines={4}
        none={<EmptyState title={t(`none.${state}`)} hint={t(`noneHint.${state}`)} />}
        noMatch={t('noMatch')}
      />
      <DecideDialogs asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

const withAmount = ({ currency }: Approval) => (currency === null ? [] : { currency });

type DecisionProps = { readonly row: Approval; readonly onAsk: (asked: RowDecision) => void };

function Decision({ row, onAsk }: DecisionProps) {
  const { t } = useTranslation('approvals');
  if (canDecide(row)) return <Decide approval={row} onAsk={onAsk} />;
  return (
    <Text as="span" tone="muted">
      {row.isOwn ? t('yours') : '–'}
    </Text>
  );
}

/** A request as a card, for narrow screens. */
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
        )}
      </Text>
      {row.reason !== '' && (
        <Text as="span" tone="muted" size="table">
          <ReasonText reason={row.reason} />
        </Text>
      )}
      <Text as="span" tone="muted" size="table">
        <Requester row={row} /> ·{' '}
        {row.state === 'waiting' ? (
          <InstantText at={row.requestedAt} style="ago" />
        ) : (
          <ApprovalStateBadge state={row.state} />
        )}
      </Text>
    </Stack>
  );
}

/** Keeps the list's filters in the address and loads the matching requests. */
function useApprovalList(state: 'waiting' | 'decided') {
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

/** A record, so that the compiler reports a missing kind. */
const isFilterOf: Record<ApprovalKind, true> = {
  'reverse-payment': true,
  'write-off-loan': true,
  'undo-write-off': true,
  'reschedule-loan': true,
  'undo-reschedule': true,
  'make-promise': true,
  'agree-settlement': true,
  'add-charge': true,
  'waive-charge': true,
  'undo-waiver': true,
  'refund-credit': true,
  'undo-refund': true,
  'reassign-loans': true,
  'undo-assignment': true,
  'make-handover': true,
  'move-held-loans': true,
  'run-distribution-rules': true,
};
// The keys of the record above are exactly the kinds.
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
