import type { Approval } from '@bursar/contracts/approvals';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useKeptDraft } from '../../lib/kept-draft.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './Approvals.module.css';
import { useDecideRequest, useWithdrawRequest } from './approvals.queries.ts';

type DecisionFormProps = { readonly approval: Approval; readonly onDone: () => void };

/** What the reader can do with a request: decide somebody else's, take back their own. */
export function DecisionForm({ approval, onDone }: DecisionFormProps) {
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
      <div className={classes.buttons}>
        <Button onClick={() => send('decline')} busy={deciding.isPending}>
          {t('decline')}
        </Button>
        <Button type="submit" kind="primary" busy={deciding.isPending}>
          {t('approve')}
        </Button>
      </div>
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
      <p className={classes.muted}>{t('own')}</p>
      <div className={classes.buttons}>
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
      </div>
    </div>
  );
}
