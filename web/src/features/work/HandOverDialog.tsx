import { useTranslation } from 'react-i18next';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { SeveralField } from '../../ui/form/SeveralField.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import type { DeskAgent } from './desk.queries.ts';
import { useHandOver } from './use-hand-over.ts';

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
        chosen={draft.standInIds}
        onChoose={(standInIds) => change({ standInIds })}
      />
      <FormGrid columns={2}>
        <DayField
          {...attempt.fieldProps('fromOn')}
          label={t('handover.from')}
          day={draft.fromOn}
          onChange={(fromOn) => change({ fromOn })}
          today={businessDate}
          earliest={businessDate}
          required
        />
        <DayField
          {...attempt.fieldProps('untilOn')}
          label={t('handover.until')}
          hint={t('handover.untilHint')}
          day={draft.untilOn}
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
