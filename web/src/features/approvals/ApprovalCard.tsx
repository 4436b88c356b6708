import type { Approval } from '@bursar/contracts/approvals';
import { useTranslation } from 'react-i18next';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Amount, Requester, Subject } from './approval-columns.tsx';
import { ApprovalStateBadge } from './ApprovalStateBadge.tsx';
import classes from './Approvals.module.css';

/** A request on a phone. */
export function ApprovalCard({ row }: { row: Approval }) {
  const { t } = useTranslation('approvals');
  return (
    <span className={classes.card}>
      <span className={classes.kind}>{t(`kind.${row.kind}`)}</span>
      <Amount row={row} />
      <span className={classes.muted}>
        <Subject row={row} />
        {row.borrower !== null && (
          <>
            {' '}
            · <bdi>{row.borrower}</bdi>
          </>
        )}{' '}
        · <Requester row={row} />
      </span>
      {row.reason !== '' && (
        <span className={classes.muted}>
          <bdi>{row.reason}</bdi>
        </span>
      )}
      <span className={classes.muted}>
        {row.state === 'waiting' ? (
          <InstantText at={row.requestedAt} style="ago" />
        ) : (
          <ApprovalStateBadge state={row.state} />
        )}
      </span>
    </span>
  );
}
