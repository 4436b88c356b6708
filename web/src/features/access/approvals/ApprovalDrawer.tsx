import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '@bursar/contracts/access/approvals';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DrawerFoot } from '../../../ui/overlay/DrawerFoot.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { ApprovalDetails } from './ApprovalDetails.tsx';
import { approvalQuery, useDecideRequest, useWithdrawRequest } from './approvals.queries.ts';

type ApprovalDrawerProps = {
  /** The open request; null if none is open. */
  readonly approvalId: string | null;
  readonly onClose: () => void;
};

/** One request in a drawer next to the list, with the form to decide it. */
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
      size="record"
    >
      {data && <ApprovalDetails approval={data} />}
      {/* The key resets the form for each request. */}
      {data && <DecisionForm key={data.id} approval={data} onDone={onClose} />}
      {!data && error && <EmptyState title={failureSentence(error)} />}
      {!data && !error && <SkeletonLines lines={8} />}
    </SideDrawer>
  );
}

type DecisionFormProps = { readonly approval: Approval; readonly onDone: () => void };

/**
 * The form to withdraw the user's own request, or to decide a request of another user. Renders
 * nothing if the request is already decided or the user may not decide it.
 */
function DecisionForm({ approval, onDone }: DecisionFormProps) {
  if (approval.state !== 'waiting') return null;
  if (approval.isOwn) return <Withdrawal approval={approval} onDone={onDone} />;
  const mayDecline = approval.mayDecide || approval.isLinked;
  return mayDecline ? <Decision approval={approval} onDone={onDone} /> : null;
}

function Decision({ approval, onDone }: DecisionFormProps) {
  const { t } = useTranslation('approvals');
  const formId = useId();
  // Other terms need a preview of the new schedule. Only users with this permission can read it.
  const mayOffer = useMay('reschedule-loan') && approval.mayDecide;
  const form = useContractForm({
    empty,
    draftName: `decision.${approval.id}`,
    // Declining needs a reason, approving does not.
    rules: ({ decision, reason }) => ({
      reason:
        decision === 'decline' && reason.trim() === '' ? t('declineReasonMissing') : undefined,
    }),
    contract,
    body: ({ decision, reason }) => ({ decision, reason: reason.trim() }),
    mutation: useDecideRequest(approval.id),
    announce: ({ state }, { decision }) => {
      if (state !== 'failed') notify.success(t(`done.${decision}`));
    },
    onSent: ({ state }) => {
      // If the approved command failed, the drawer stays open to show why.
      if (state !== 'failed') onDone();
    },
  });
  const send = (decision: Decided['decision']) => {
    form.change({ decision });
    form.submit();
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!approval.isLinked) send('approve');
      }}
    >
      <Box flow="stack" pad={[5, 0, 0]}>
        <FormFailure failure={form.failure} />
        <TextareaField
          {...form.field('reason')}
          label={t('decisionReason')}
          hint={t('declineReasonHint')}
          rows={2}
          maxLength={500}
        />
        <DrawerFoot>
          {approval.terms && approval.loanId && mayOffer && (
            <ButtonLink to={paths.requestedPlan(approval.loanId, approval.id)}>
              {t('offer.make')}
            </ButtonLink>
          )}
          <Button onClick={() => send('decline')} busy={form.isBusy}>
            {t('decline')}
          </Button>
          {approval.isLinked ? (
            <RefusedButton kind="primary" reason={t('linked')}>
              {t('approve')}
            </RefusedButton>
          ) : (
            <Button type="submit" form={formId} kind="primary" busy={form.isBusy}>
              {t('approve')}
            </Button>
          )}
        </DrawerFoot>
      </Box>
    </form>
  );
}

type Decided = { readonly decision: 'approve' | 'decline'; readonly reason: string };

const empty = (): Decided => ({ decision: 'approve', reason: '' });

const contract = () => import('@bursar/contracts/access/approvals').then((it) => it.decideRequest);

function Withdrawal({ approval, onDone }: DecisionFormProps) {
  const { t } = useTranslation('approvals');
  const withdrawing = useWithdrawRequest(approval.id);
  return (
    <Box flow="stack" pad={[5, 0, 0]}>
      <FormFailure failure={withdrawing.error ? failureSentence(withdrawing.error) : undefined} />
      <Text tone="muted">{t('own')}</Text>
      <DrawerFoot>
        <Button
          busy={withdrawing.isPending}
          onClick={() =>
            withdrawing.mutate(undefined, {
              onSuccess: () => {
                notify.success(t('done.withdraw'));
                onDone();
              },
            })
          }
        >
          {t('withdraw')}
        </Button>
      </DrawerFoot>
    </Box>
  );
}
