import type { Approval } from '@bursar/contracts/access/approvals';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Amount, Subject } from './approval-columns.tsx';
import { useDecideRequest } from './approvals.queries.ts';

/**
 * Whether a request can be approved from its row. Declining needs a reason, so it is done in the
 * request's drawer.
 */
export function canApprove({ state, isOwn, mayDecide, isLinked }: Approval): boolean {
  return state === 'waiting' && !isOwn && mayDecide && !isLinked;
}

/** Approves a request from its row. */
export function Approve({ onAsk }: { readonly onAsk: () => void }) {
  const { t } = useTranslation('approvals');
  return (
    <Button size="compact" onClick={onAsk}>
      {t('approve')}
    </Button>
  );
}

type ApproveDialogProps = {
  /** The request to approve; null while the dialog is closed. */
  readonly approval: Approval | null;
  readonly onClose: () => void;
};

export function ApproveDialog({ approval, onClose }: ApproveDialogProps) {
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
      <Stack gap={1}>
        <Text weight="medium">
          {t(`kind.${shown.kind}`)} · <Subject row={shown} />
        </Text>
        {shown.amountMinor !== null && (
          <Text tone="muted">
            <Amount row={shown} />
          </Text>
        )}
        {shown.reason !== '' && (
          <Text tone="muted">
            <bdi>{shown.reason}</bdi>
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );

  function failureOf(hasFailed: boolean, error: Error | null): string | undefined {
    if (error !== null) return failureSentence(error);
    return hasFailed ? t('state.failed') : undefined;
  }
}
