import type { Approval } from '@bursar/contracts/access/approvals';
import { useTranslation } from 'react-i18next';
import { ReasonText } from '../audit-events/ReasonText.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useIsPhone, useMedia } from '../../../ui/state/use-media.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Amount, Subject } from './approval-columns.tsx';
import { useDecideRequest } from './approvals.queries.ts';
import classes from './Approvals.module.css';

/** A request that is being approved or declined from its row. */
export type RowDecision = {
  readonly approval: Approval;
  readonly decision: 'approve' | 'decline';
};

/**
 * Returns whether the user can approve or decline a request. A user whose account is linked to the
 * requester's can only decline it.
 */
export function canDecide({ state, isOwn, mayDecide, isLinked }: Approval): boolean {
  return state === 'waiting' && !isOwn && (mayDecide || isLinked);
}

type DecideProps = {
  readonly approval: Approval;
  readonly onAsk: (asked: RowDecision) => void;
};

/** The buttons of a row; approving is missing if only another person may approve. */
export function Decide({ approval, onAsk }: DecideProps) {
  const { t } = useTranslation('approvals');
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(max-width: 68em)') && !isPhone;
  return (
    <Row as="span" gap={1} wrap={isNarrow} className={isNarrow ? classes.narrow : undefined}>
      {approval.mayDecide && !approval.isLinked && (
        <Button size="compact" onClick={() => onAsk({ approval, decision: 'approve' })}>
          {t('approve')}
        </Button>
      )}
      <Button size="compact" kind="quiet" onClick={() => onAsk({ approval, decision: 'decline' })}>
        {t('decline')}
      </Button>
    </Row>
  );
}

type DialogProps = {
  /** The request to decide; null while the dialog is closed. */
  readonly approval: Approval | null;
  readonly onClose: () => void;
};

/** The dialogs to approve or to decline a row's request; at most one is open. */
export function DecideDialogs({
  asked,
  onClose,
}: {
  asked: RowDecision | null;
  onClose: () => void;
}) {
  const of = (decision: RowDecision['decision']) =>
    asked?.decision === decision ? asked.approval : null;
  return (
    <>
      <ApproveDialog approval={of('approve')} onClose={onClose} />
      <DeclineDialog approval={of('decline')} onClose={onClose} />
    </>
  );
}

function ApproveDialog({ approval, onClose }: DialogProps) {
  const { t } = useTranslation('approvals');
  const shown = useLastShown(approval);
  const deciding = useDecideRequest(shown?.id ?? '');
  if (shown === null) return null;
  const close = () => {
    deciding.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={approval !== null}
      onClose={close}
      title={t('approveAsk')}
      confirmLabel={t('approve')}
      busy={deciding.isPending}
      failure={failureOf(deciding.data?.state === 'failed', deciding.error)}
      onConfirm={() =>
        deciding.mutate(
          { decision: 'approve', reason: '' },
          {
            onSuccess: ({ state }) => {
              // If the approved command failed, the dialog stays open to show it.
              if (state === 'failed') return;
              notify.success(t('done.approve'));
              close();
            },
          },
        )
      }
    >
      <Request approval={shown} />
    </ConfirmDialog>
  );

  function failureOf(hasFailed: boolean, error: Error | null): string | undefined {
    if (error !== null) return failureSentence(error);
    return hasFailed ? t('state.failed') : undefined;
  }
}

function DeclineDialog({ approval, onClose }: DialogProps) {
  const { t } = useTranslation('approvals');
  const shown = useLastShown(approval);
  const form = useContractForm({
    name: 'decline',
    empty,
    opened: approval !== null,
    draftName: `decision.${approval?.id ?? ''}`,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('declineReasonMissing') : undefined,
    }),
    contract,
    body: ({ decision, reason }) => ({ decision, reason: reason.trim() }),
    mutation: useDecideRequest(shown?.id ?? ''),
    announce: () => notify.success(t('done.decline')),
    onSent: onClose,
  });
  if (shown === null) return null;
  return (
    <ReasonDialog
      {...form.dialog}
      opened={approval !== null}
      onClose={onClose}
      title={t('declineAsk')}
      meaning={<Request approval={shown} />}
      reason={{ ...form.field('reason'), label: t('decisionReason'), required: true }}
      submitLabel={t('decline')}
    />
  );
}

/**
 * Returns the values of an empty form. The drawer's form has the same fields, because both forms
 * share one saved draft.
 */
const empty = () => ({ decision: 'decline' as const, reason: '' });

const contract = () => import('@bursar/contracts/access/approvals').then((it) => it.decideRequest);

/** Names the request in its dialog. */
function Request({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  return (
    <Stack as="span" gap={1}>
      <Text as="span" weight="medium">
        {t(`kind.${approval.kind}`)} · <Subject row={approval} />
      </Text>
      {approval.amountMinor !== null && (
        <Text as="span" tone="muted">
          <Amount row={approval} />
        </Text>
      )}
      {approval.reason !== '' && (
        <Text as="span" tone="muted">
          <ReasonText reason={approval.reason} />
        </Text>
      )}
    </Stack>
  );
}
