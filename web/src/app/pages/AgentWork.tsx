import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loanQuery } from '../../features/servicing/loans/loans.queries.ts';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { AgentQueue } from '../../features/collections/work-queue/AgentQueue.tsx';
import type { QueueAction } from '../../features/collections/work-queue/QueueCard.tsx';
import { NextActionDialog } from '../../features/collections/work-queue/NextActionDialog.tsx';
import { SnoozeDialog } from '../../features/collections/work-queue/SnoozeDialog.tsx';

/** An agent's queue with the actions on its loans, so that the agent need not leave it. */
export function AgentWork() {
  const queryClient = useQueryClient();
  const [act, setAct] = useState<Act | null>(null);
  const { data: loan } = useQuery({
    ...loanQuery(act?.item.loanId ?? ''),
    enabled: act !== null,
  });
  return (
    <>
      <AgentQueue
        onShow={({ loanId }) => void queryClient.prefetchQuery(loanQuery(loanId))}
        onAct={(action, item) => setAct({ action, item })}
      />
      {act && loan && (
        <Suspense>
          <Panels
            loan={loan}
            action={act.action}
            onClose={() => setAct({ ...act, action: null })}
          />
        </Suspense>
      )}
    </>
  );
}

/** The loan remains while its panel closes, so that the panel's text does not vanish. */
type Act = { readonly action: QueueAction | null; readonly item: QueueItem };

type PanelsProps = {
  readonly loan: LoanDetails;
  readonly action: QueueAction | null;
  readonly onClose: () => void;
};

function Panels({ loan, action, onClose }: PanelsProps) {
  const isContact = action === 'call' || action === 'contact';
  return (
    <>
      <LogContactDrawer loan={loan} opened={isContact} onClose={onClose} />
      <MakePromiseDrawer loan={loan} opened={action === 'promise'} onClose={onClose} />
      <PostPaymentDrawer loan={loan} opened={action === 'payment'} onClose={onClose} />
      <WriteLoanNoteDrawer loan={loan} opened={action === 'note'} onClose={onClose} />
      <NextActionDialog loan={loan} opened={action === 'next-action'} onClose={onClose} />
      <SnoozeDialog loan={loan} opened={action === 'snooze'} onClose={onClose} />
    </>
  );
}

const LogContactDrawer = lazy(async () => ({
  default: (await import('../../features/collections/contact-log/LogContactDrawer.tsx'))
    .LogContactDrawer,
}));
const MakePromiseDrawer = lazy(async () => ({
  default: (await import('../../features/collections/contact-log/MakePromiseDrawer.tsx'))
    .MakePromiseDrawer,
}));
const WriteLoanNoteDrawer = lazy(async () => ({
  default: (await import('../../features/records/loan-notes/WriteLoanNoteDrawer.tsx'))
    .WriteLoanNoteDrawer,
}));
const PostPaymentDrawer = lazy(async () => ({
  default: (await import('../../features/servicing/payments/PostPaymentDrawer.tsx'))
    .PostPaymentDrawer,
}));
