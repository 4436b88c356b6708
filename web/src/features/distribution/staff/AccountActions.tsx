import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { sessionQuery, useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { LoansAfterwards } from './LoansAfterwards.tsx';
import { useInviteAgain, useReinstateStaff, useResetSecondFactor } from './staff.queries.ts';
import { useSuspension } from './use-suspension.ts';

/** The actions that the account's status allows. */
export function AccountActions({ account }: { account: StaffRow }) {
  const mayReset = useMay('reset-second-factor');
  const isMailDelivered = useQuery(sessionQuery).data?.isMailDelivered !== false;
  return (
    <>
      {mayReset && account.hasSecondFactor && <ResetFactorButton account={account} />}
      {account.status === 'invited' &&
        (isMailDelivered ? (
          <InviteAgainButton account={account} />
        ) : (
          <InvitationLink accountId={account.id} />
        ))}
      {account.status === 'suspended' ? (
        <ReinstateButton account={account} />
      ) : (
        <SuspendButton account={account} />
      )}
    </>
  );
}

function InviteAgainButton({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const inviting = useInviteAgain(account.id);
  const invite = () =>
    inviting.mutate(undefined, {
      onSuccess: ({ sentTo }) => notify.success(t('inviteAgain.sent', { email: sentTo })),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Button onClick={invite} busy={inviting.isPending}>
      {t('inviteAgain.action')}
    </Button>
  );
}

function ResetFactorButton({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const [isAsking, setAsking] = useState(false);
  const resetting = useResetSecondFactor(account.id);
  const { name } = account;
  const reset = () =>
    resetting.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        notify.success(t('resetFactor.done', { name }));
      },
    });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('resetFactor.action')}</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('resetFactor.title', { name })}
        confirmLabel={t('resetFactor.submit')}
        onConfirm={reset}
        busy={resetting.isPending}
        failure={resetting.error ? failureSentence(resetting.error) : undefined}
      >
        {t('resetFactor.meaning')}
      </ConfirmDialog>
    </>
  );
}

function ReinstateButton({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const reinstating = useReinstateStaff(account.id);
  const reinstate = () =>
    reinstating.mutate(undefined, {
      onSuccess: ({ name }) => notify.success(t('reinstate.done', { name })),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Button onClick={reinstate} busy={reinstating.isPending}>
      {t('reinstate.action')}
    </Button>
  );
}

function SuspendButton({ account }: { account: StaffRow }) {
  const { t } = useTranslation(['staff', 'failures']);
  const [isAsking, setAsking] = useState(false);
  if (useSession()?.id === account.id) {
    return <RefusedButton reason={t('failures:not_yourself')}>{t('suspend.action')}</RefusedButton>;
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('suspend.action')}</Button>
      <SuspendDialog account={account} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

type SuspendDialogProps = {
  readonly account: StaffRow;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Suspends an account; shows the immediate effects and asks where an agent’s loans go. */
function SuspendDialog({ account, opened, onClose }: SuspendDialogProps) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const suspension = useSuspension({ account, opened, onDone: onClose });
  const { name, loans, activeLoans } = account;
  const holdsLoans = account.role === 'agent' && loans > 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('suspend.title', { name })}
      submitLabel={t('suspend.submit')}
      submitKind="danger"
      {...suspension.form.dialog}
    >
      <p>{t('suspend.meaning')}</p>
      {holdsLoans && (
        <LoansAfterwards
          legend={t('suspend.loans', {
            count: loans,
            figure: format.count(loans),
            active: format.count(activeLoans),
          })}
          suspension={suspension}
        />
      )}
    </FormDialog>
  );
}
