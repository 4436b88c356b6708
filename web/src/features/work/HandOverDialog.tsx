import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { SeveralField } from '../../ui/form/SeveralField.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { type DeskAgent, useMakeHandover, useEndHandover } from './desk.queries.ts';

type HandOverDialogProps = {
  readonly agent: DeskAgent;
  /** Who of the same team can stand in. */
  readonly others: readonly DeskAgent[];
  readonly businessDate: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Gives an agent's queue to others of the team for a while; it comes back by itself. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { agent, others, businessDate, opened, onClose } = props;
  const { t } = useTranslation('work');
  const format = useFormat();
  const { draft, change, attempt, submit, isSending } = useHandOver(props);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('handover.title', { name: agent.name })}
      submitLabel={t(agent.handoverNeedsApproval ? 'handover.ask' : 'handover.submit')}
      onSubmit={submit}
      busy={isSending}
      failure={attempt.failure}
    >
      <p>
        {t('handover.meaning', { count: agent.loans, loans: format.count(agent.loans) })}
        {agent.handoverNeedsApproval && <> {t('handover.needsApproval')}</>}
      </p>
      <SeveralField
        {...attempt.fieldProps('standInIds')}
        label={t('handover.standIns')}
        choices={others.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.standInIds}
        onChange={(standInIds) => change({ standInIds })}
      />
      <FormGrid columns={2}>
        <DayField
          {...attempt.fieldProps('fromOn')}
          label={t('handover.from')}
          value={draft.fromOn}
          onChange={(fromOn) => change({ fromOn })}
          today={businessDate}
          earliest={businessDate}
          required
        />
        <DayField
          {...attempt.fieldProps('untilOn')}
          label={t('handover.until')}
          hint={t('handover.untilHint')}
          value={draft.untilOn}
          onChange={(untilOn) => change({ untilOn })}
          today={businessDate}
          earliest={draft.fromOn ?? businessDate}
          required
        />
      </FormGrid>
      <TextareaField
        id="handover-reason"
        label={t('handover.reason')}
        optional
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}

type HandOverOptions = {
  readonly agent: DeskAgent;
  readonly businessDate: string;
  readonly onClose: () => void;
};

/** What is typed; the id is made with the form and kept on every retry. */
type Draft = {
  readonly id: string;
  readonly standInIds: readonly string[];
  readonly fromOn: string | null;
  readonly untilOn: string | null;
  readonly reason: string;
};

/** A handover being made: what is typed, what is wrong with it, and sending it. */
function useHandOver({ agent, businessDate, onClose }: HandOverOptions) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const empty = (): Draft => ({
    id: uuidv7(),
    standInIds: [],
    fromOn: businessDate,
    untilOn: null,
    reason: '',
  });
  const [draft, setDraft] = useState(empty);
  const { fromOn, untilOn } = draft;
  const attempt = useFormAttempt({
    standInIds: draft.standInIds.length === 0 ? t('handover.standInMissing') : undefined,
    fromOn: fromOn === null || fromOn < businessDate ? t('nextAction.dayMissing') : undefined,
    untilOn:
      untilOn === null || untilOn < (fromOn ?? businessDate)
        ? t('handover.untilMissing')
        : undefined,
  });
  const making = useMakeHandover();
  return {
    draft,
    attempt,
    change: (changes: Partial<Omit<Draft, 'id'>>) => {
      setDraft({ ...draft, ...changes });
      attempt.edited();
    },
    submit: () => {
      if (making.isPending || !attempt.begin() || fromOn === null || untilOn === null) return;
      making.mutate(
        {
          ...draft,
          standInIds: [...draft.standInIds],
          agentId: agent.id,
          fromOn,
          untilOn,
          reason: draft.reason.trim(),
        },
        {
          onSuccess: ({ handover }) => {
            const words = { name: agent.name, day: format.day(fromOn) };
            notify.success(
              t(handover ? `handover.made.${handover.state}` : 'handover.asked', words),
            );
            setDraft(empty());
            attempt.reset();
            onClose();
          },
          onError: attempt.refuse,
        },
      );
    },
    isSending: making.isPending,
  };
}

type TakeQueueBackDialogProps = {
  readonly agent: DeskAgent;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Ends a handover before its last day, or calls one off that has not begun. */
export function TakeQueueBackDialog({ agent, opened, onClose }: TakeQueueBackDialogProps) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const ending = useEndHandover();
  const { handover, name } = agent;
  const confirm = () => {
    if (!handover || ending.isPending) return;
    ending.mutate(handover.id, {
      onSuccess: ({ returned }) => {
        notify.success(
          t('handover.returned', { count: returned, loans: format.count(returned), name }),
        );
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('handover.takeBackTitle', { name })}
      confirmLabel={t('handover.takeBack')}
      onConfirm={confirm}
      busy={ending.isPending}
      failure={ending.error ? failureSentence(ending.error) : undefined}
    >
      {t('handover.takeBackMeaning')}
    </ConfirmDialog>
  );
}
