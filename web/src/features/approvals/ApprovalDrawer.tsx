import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { ApprovalDetails } from './ApprovalDetails.tsx';
import { approvalQuery } from './approvals.queries.ts';
import { DecisionForm } from './DecisionForm.tsx';

type ApprovalDrawerProps = {
  /** Null while none is open. */
  readonly approvalId: string | null;
  readonly onClose: () => void;
};

/** One request beside the list: what would change, why, and deciding it. */
export function ApprovalDrawer({ approvalId, onClose }: ApprovalDrawerProps) {
  const { t } = useTranslation('approvals');
  const shownId = useLastShown(approvalId);
  const { data, error } = useQuery({
    ...approvalQuery(shownId ?? ''),
    enabled: approvalId !== null,
  });
  return (
    <SideDrawer
      opened={approvalId !== null}
      onClose={onClose}
      title={data ? t(`kind.${data.kind}`) : t('title')}
      width={640}
    >
      {data && <ApprovalDetails approval={data} />}
      {/* With each request the form begins anew. */}
      {data && <DecisionForm key={data.id} approval={data} onDone={onClose} />}
      {!data && error && <EmptyState title={failureSentence(error)} />}
      {!data && !error && <SkeletonLines lines={8} />}
    </SideDrawer>
  );
}
