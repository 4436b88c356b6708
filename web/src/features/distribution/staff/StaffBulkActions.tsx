import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { accountsAtOnceMax } from '@bursar/contracts/distribution/staff-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence, refusalSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { managesRole } from './managed-roles.ts';
import { useChangeManyStaff, type BulkOutcome } from './staff.queries.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { LoansAfterwards } from './LoansAfterwards.tsx';
import type { StaffSelection } from './use-staff-selection.ts';
import { useSuspensionOfMany } from './use-suspension.ts';

/** The bulk actions on the selected accounts, once all of these are loaded. */
export function StaffBulkActions({ picking }: { picking: StaffSelection }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  if (picking.isTooMany) {
    return <p>{t('bulk.tooMany', { figure: format.count(accountsAtOnceMax) })}</p>;
  }
  if (picking.loading) return <SelectionLoading {...picking.loading} />;
  return <ActionsOn rows={picking.chosen} onDone={picking.clear} />;
}

function SelectionLoading({ hasFailed, isBusy, retry }: NonNullable<StaffSelection['loading']>) {
  const { t } = useTranslation(['staff', 'ui']);
  if (!hasFailed) return <p role="status">{t('bulk.loading')}</p>;
  return (
    <>
      <p role="alert">{t('bulk.notLoaded')}</p>
      <Button onClick={retry} busy={isBusy}>
        {t('ui:error.tryAgain')}
      </Button>
    </>
  );
}

type ActionsProps = {
  readonly rows: readonly StaffRow[];
  readonly onDone: () => void;
};

/**
 * The actions; each applies to the accounts that the user manages and whose status allows it, but
 * never to the user's own account.
 */
function ActionsOn({ rows, onDone }: ActionsProps) {
  const { t } = useTranslation('staff');
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const changing = useChangeManyStaff();
  const report = useBulkReport(onDone);
  const own = rows.filter(({ id, role }) => id !== session?.id && managesRole(session?.role, role));
  const inState = (...states: readonly StaffRow['status'][]) =>
    own.filter(({ status }) => states.includes(status));
  const change = (action: 'reinstate' | 'invite', people: readonly StaffRow[]) =>
    changing.mutate(
      { action, accounts: people.map(({ id }) => ({ accountId: id, batchId: uuidv7() })) },
      { onSuccess: report, onError: (cause) => notify.error(failureSentence(cause)) },
    );
  const toSuspend = inState('active', 'invited');
  const toReinstate = inState('suspended');
  const toInvite = inState('invited');
  return (
    <>
      {toInvite.length > 0 && (
        <Button onClick={() => change('invite', toInvite)} busy={changing.isPending}>
          {t('bulk.invite', { count: toInvite.length })}
        </Button>
      )}
      {toReinstate.length > 0 && (
        <Button onClick={() => change('reinstate', toReinstate)} busy={changing.isPending}>
          {t('bulk.reinstate', { count: toReinstate.length })}
        </Button>
      )}
      {toSuspend.length > 0 && (
        <Button onClick={() => setAsking(true)}>
          {t('bulk.suspend', { count: toSuspend.length })}
        </Button>
      )}
      <SuspendManyDialog
        people={toSuspend}
        opened={isAsking}
        onClose={() => setAsking(false)}
        onDone={(outcome) => {
          setAsking(false);
          report(outcome);
        }}
      />
    </>
  );
}

/** Reports how many accounts were changed, and why the others were not. */
function useBulkReport(onDone: () => void) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  return ({ done, loansAwaiting, refused }: BulkOutcome) => {
    const figured = (count: number) => ({ count, figure: format.count(count) });
    if (done > 0) notify.success(t('bulk.done', figured(done)));
    if (loansAwaiting > 0) notify.success(t('bulk.loansAwait', figured(loansAwaiting)));
    const reasons = [
      ...new Set(refused.map((one) => refusalSentence({ ...one, code: one.error }))),
    ];
    if (refused.length > 0) {
      notify.error(t('bulk.refused', { count: refused.length, reasons: reasons.join(' ') }));
    }
    onDone();
  };
}

type SuspendManyProps = {
  readonly people: readonly StaffRow[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (outcome: BulkOutcome) => void;
};

/** Suspends several accounts; one choice decides where the loans of all their agents go. */
function SuspendManyDialog({ people, opened, onClose, onDone }: SuspendManyProps) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const suspension = useSuspensionOfMany({ people, opened, onDone });
  const agents = people.filter(({ role }) => role === 'agent');
  const loans = agents.reduce((sum, agent) => sum + agent.loans, 0);
  const active = agents.reduce((sum, agent) => sum + agent.activeLoans, 0);
  const count = people.length;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('bulk.suspendTitle', { count, figure: format.count(count) })}
      submitLabel={t('suspend.submit')}
      submitKind="danger"
      {...suspension.form.dialog}
    >
      <p>{t('suspend.meaning')}</p>
      {loans > 0 && (
        <LoansAfterwards
          legend={t('suspend.loans', {
            count: loans,
            figure: format.count(loans),
            active: format.count(active),
          })}
          suspension={suspension}
        />
      )}
    </FormDialog>
  );
}
