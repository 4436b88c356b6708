import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Approval } from '@bursar/contracts/approvals';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useKeptDraft } from '../../lib/kept-draft.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { ApprovalDetails } from './ApprovalDetails.tsx';
import classes from './Approvals.module.css';
import { approvalQuery, useDecideRequest, useWithdrawRequest } from './approvals.queries.ts';

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

type DecisionFormProps = { readonly approval: Approval; readonly onDone: () => void };

/** What the reader can do with a request: decide somebody else's, take back their own. */
function DecisionForm({ approval, onDone }: DecisionFormProps) {
  if (approval.state !== 'waiting') return null;
  if (approval.isOwn) return <Withdrawal approval={approval} onDone={onDone} />;
  return approval.mayDecide ? <Decision approval={approval} onDone={onDone} /> : null;
}

function Decision({ approval, onDone }: DecisionFormProps) {
  const { t } = useTranslation('approvals');
  const kept = useKeptDraft({ name: `decision.${approval.id}`, opened: true, empty });
  const { reason } = kept.draft;
  const deciding = useDecideRequest(approval.id);
  // To approve needs no words; to decline does.
  const attempt = useFormAttempt({
    reason: reason.trim() === '' ? t('declineReasonMissing') : undefined,
  });
  const send = (decision: 'approve' | 'decline') => {
    if (deciding.isPending || (decision === 'decline' && !attempt.begin())) return;
    deciding.mutate(
      { decision, reason: reason.trim() },
      {
        onSuccess: ({ state }) => {
          kept.settle();
          // A command that could not run says so where it was decided.
          if (state === 'failed') return;
          notify.success(t(`done.${decision}`));
          onDone();
        },
        onError: attempt.refuse,
      },
    );
  };
  return (
    <form
      noValidate
      className={classes.decision}
      onSubmit={(event) => {
        event.preventDefault();
        send('approve');
      }}
    >
      {attempt.failure && (
        <p role="alert" className={classes.failure}>
          {attempt.failure}
        </p>
      )}
      <TextareaField
        {...attempt.fieldProps('reason')}
        label={t('decisionReason')}
        hint={t('declineReasonHint')}
        value={reason}
        onChange={(typed) => {
          attempt.edited();
          kept.change({ reason: typed });
        }}
        rows={2}
        maxLength={500}
      />
      <Row gap={2} align="stretch" justify="end">
        <Button onClick={() => send('decline')} busy={deciding.isPending}>
          {t('decline')}
        </Button>
        <Button type="submit" kind="primary" busy={deciding.isPending}>
          {t('approve')}
        </Button>
      </Row>
    </form>
  );
}

const empty = () => ({ reason: '' });

function Withdrawal({ approval, onDone }: DecisionFormProps) {
  const { t } = useTranslation('approvals');
  const withdrawing = useWithdrawRequest(approval.id);
  return (
    <div className={classes.decision}>
      {withdrawing.error && (
        <p role="alert" className={classes.failure}>
          {failureSentence(withdrawing.error)}
        </p>
      )}
      <Text tone="muted">{t('own')}</Text>
      <Row gap={2} align="stretch" justify="end">
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
      </Row>
    </div>
  );
}
