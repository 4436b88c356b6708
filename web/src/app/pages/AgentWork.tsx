import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { borrowerLoansQuery } from '../../features/servicing/loan-account/borrower-loans-query.ts';
import { loanQuery } from '../../features/servicing/loans/loans.queries.ts';
import type { LoanDetails } from '../../features/servicing/loans/loans.queries.ts';
import { AgentQueue } from '../../features/collections/work-queue/AgentQueue.tsx';
import type { QueueAction } from '../../features/collections/work-queue/QueueCard.tsx';
import { NextActionDialog } from '../../features/collections/work-queue/NextActionDialog.tsx';
import { SnoozeDialog } from '../../features/collections/work-queue/SnoozeDialog.tsx';
import { dropTyping } from '../../ui/shortcut/typed-ahead.ts';
import { overlayOnDemand } from '../../ui/state/on-demand.ts';
import { useMedia } from '../../ui/state/use-media.ts';

/** An agent's queue with the actions on its loans, so that the agent need not leave it. */
export function AgentWork() {
  const queryClient = useQueryClient();
  const isNarrow = useMedia('(max-width: 60em)');
  const [act, setAct] = useState<Act | null>(null);
  const { data: loan, isError } = useQuery({
    ...loanQuery(act?.item.loanId ?? ''),
    enabled: act !== null,
  });
  useEffect(() => {
    // If the loan cannot be loaded, no form opens, so the keys typed for it are discarded.
    if (isError) dropTyping();
  }, [isError]);
  // The queue lists the borrower's other loans, so the call form shows them at once.
  const seed = ({ loanId, otherLoans: loans }: QueueItem) =>
    queryClient.setQueryData(borrowerLoansQuery(loanId).queryKey, { loans, count: loans.length });
  const close = () => setAct((now) => now && { ...now, action: null });
  const isCall = act?.action === 'call' || act?.action === 'contact';
  const outcome = act?.outcome ?? null;
  const called = isCall && !isNarrow && loan ? loan : null;
  return (
    <>
      <AgentQueue
        onShow={(item) => {
          seed(item);
          void queryClient.prefetchQuery(loanQuery(item.loanId));
          // Loads the call forms ahead, so that a key opens one at once.
          void loadCallForms().catch(() => undefined);
        }}
        onAct={(action, item, chosen) => {
          seed(item);
          setAct({ action, item, outcome: chosen ?? null });
        }}
        called={isCall ? act.item : null}
        panel={
          called && (
            <Suspense>
              <QueueCall key={called.id} loan={called} outcome={outcome} onClose={close} />
            </Suspense>
          )
        }
      />
      {act && loan && (
        <>
          {isNarrow && (
            <Suspense>
              <QueueCallSheet
                loan={loan}
                item={act.item}
                outcome={outcome}
                opened={isCall}
                onClose={close}
              />
            </Suspense>
          )}
          {/* Loading them must not hide the open call form. */}
          <Suspense>
            <Panels loan={loan} action={act.action} onClose={close} />
          </Suspense>
        </>
      )}
    </>
  );
}

/**
 * The loan that the agent works on and the open action. When a panel closes, only the action is
 * removed, so that the panel's text does not vanish while it closes.
 */
type Act = {
  readonly action: QueueAction | null;
  readonly item: QueueItem;
  /** The outcome whose key opened the call form; null if no such key opened it. */
  readonly outcome: ContactOutcome | null;
};

type PanelsProps = {
  readonly loan: LoanDetails;
  readonly action: QueueAction | null;
  readonly onClose: () => void;
};

function Panels({ loan, action, onClose }: PanelsProps) {
  return (
    <>
      <PostPaymentDrawer loan={loan} opened={action === 'payment'} onClose={onClose} />
      <WriteLoanNoteDialog loan={loan} opened={action === 'note'} onClose={onClose} />
      <NextActionDialog loan={loan} opened={action === 'next-action'} onClose={onClose} />
      <SnoozeDialog loan={loan} opened={action === 'snooze'} onClose={onClose} />
    </>
  );
}

const loadCallForms = () => import('./CallForms.tsx');
const QueueCall = lazy(async () => ({ default: (await loadCallForms()).QueueCall }));
const QueueCallSheet = lazy(async () => ({ default: (await loadCallForms()).QueueCallSheet }));
const WriteLoanNoteDialog = overlayOnDemand(
  async () =>
    (await import('../../features/records/loan-notes/WriteLoanNoteDialog.tsx')).WriteLoanNoteDialog,
);
const PostPaymentDrawer = overlayOnDemand(
  async () =>
    (await import('../../features/servicing/payments/PostPaymentDrawer.tsx')).PostPaymentDrawer,
);
