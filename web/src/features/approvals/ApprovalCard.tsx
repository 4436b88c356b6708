import type { Approval } from '@bursar/contracts/approvals';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { Amount, Requester, Subject } from './approval-columns.tsx';
import { ApprovalStateBadge } from './ApprovalStateBadge.tsx';

/** A request on a phone. */
export function ApprovalCard({ row }: { row: Approval }) {
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
