import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SeveralField } from '../../../ui/form/ChoiceField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { type DeskAgent } from './desk.queries.ts';
import {
  absenceCoverPreviewQuery,
  useEndAbsenceCover,
  useCreateAbsenceCover,
} from './team-settings.queries.ts';

type AbsenceCoverDialogProps = {
  readonly agent: DeskAgent;
  /** Agents of the same team who can stand in. */
  readonly others: readonly DeskAgent[];
  readonly businessDate: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/**
 * Assigns an agent's queue to others of the team for some days, or requests this if it needs
 * approval; the queue returns automatically.
 */
export function AbsenceCoverDialog(props: AbsenceCoverDialogProps) {
  const { agent, others, businessDate, opened, onClose } = props;
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const form = useAbsenceCoverForm(props);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('handover.title', { name: agent.name })}
      submitLabel={t(agent.absenceCoverNeedsApproval ? 'handover.ask' : 'handover.submit')}
      {...form.dialog}
    >
      <p>
        {t('handover.meaning', { count: agent.loans, loans: format.count(agent.loans) })}
        {agent.absenceCoverNeedsApproval && <> {t('handover.needsApproval')}</>}
      </p>
      <CoveredQueue agentId={agent.id} opened={opened} />
      <SeveralField
        {...form.field('standInIds')}
        label={t('handover.standIns')}
        choices={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Row as="label" gap={2} wrap={false} align="start" size="table">
        <TickBox
          checked={form.values.borrowersTogether}
          onChange={(event) => form.change({ borrowersTogether: event.currentTarget.checked })}
        />
        {t('handover.keepTogether')}
      </Row>
      <Grid min={12}>
        <DayField
          {...form.field('fromOn')}
          label={t('handover.from')}
          today={businessDate}
          earliest={businessDate}
          required
        />
        <DayField
          {...form.field('untilOn')}
          label={t('handover.until')}
          hint={t('handover.untilHint')}
          today={businessDate}
          earliest={form.values.fromOn ?? businessDate}
          required
        />
      </Grid>
      <TextareaField
        {...form.field('reason')}
        label={t('handover.reason')}
        optional
        rows={2}
        maxLength={500}
      />
    </FormDialog>
  );
}

/** The size of the queue, in loans and borrowers. */
function CoveredQueue({ agentId, opened }: { agentId: string; opened: boolean }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { data } = useQuery({ ...absenceCoverPreviewQuery(agentId), enabled: opened });
  if (!data) return <Skeleton width="12rem" height="1.25rem" />;
  const borrowers = t('handover.borrowers', {
    count: data.borrowers,
    figure: format.count(data.borrowers),
  });
  return (
    <Text weight="medium">
      {t('handover.work', { count: data.loans, loans: format.count(data.loans), borrowers })}
    </Text>
  );
}

type AbsenceCoverFormOptions = {
  readonly agent: DeskAgent;
  readonly businessDate: string;
  readonly onClose: () => void;
};

/** The typed values; the id is created with the form and repeated on every retry. */
type Values = {
  readonly id: string;
  readonly standInIds: readonly string[];
  readonly fromOn: string | null;
  readonly untilOn: string | null;
  readonly borrowersTogether: boolean;
  readonly reason: string;
};

const contract = () =>
  import('@bursar/contracts/distribution/absence-cover').then((it) => it.createAbsenceCover);

function useAbsenceCoverForm({ agent, businessDate, onClose }: AbsenceCoverFormOptions) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const empty = (): Values => ({
    id: uuidv7(),
    standInIds: [],
    fromOn: businessDate,
    untilOn: null,
    borrowersTogether: true,
    reason: '',
  });
  const form = useContractForm({
    empty,
    rules: ({ standInIds, fromOn, untilOn }) => ({
      standInIds: standInIds.length === 0 ? t('handover.standInMissing') : undefined,
      fromOn: fromOn === null || fromOn < businessDate ? t('nextAction.dayMissing') : undefined,
      untilOn:
        untilOn === null || untilOn < (fromOn ?? businessDate)
          ? t('handover.untilMissing')
          : undefined,
    }),
    contract,
    body: ({ standInIds, fromOn, untilOn, reason, ...rest }) =>
      fromOn === null || untilOn === null
        ? null
        : {
            ...rest,
            standInIds: [...standInIds],
            agentId: agent.id,
            fromOn,
            untilOn,
            reason: reason.trim(),
          },
    mutation: useCreateAbsenceCover(),
    announce: ({ absenceCover }, { fromOn }) => {
      const values = { name: agent.name, day: fromOn === null ? '' : format.day(fromOn) };
      notify.success(
        t(absenceCover ? `handover.made.${absenceCover.state}` : 'handover.asked', values),
      );
    },
    onSent: () => {
      form.startAnew(empty());
      onClose();
    },
  });
  return form;
}

type TakeQueueBackDialogProps = {
  readonly agent: DeskAgent;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Ends an absence cover early, or cancels one that has not started. */
export function TakeQueueBackDialog({ agent, opened, onClose }: TakeQueueBackDialogProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const ending = useEndAbsenceCover();
  const { absenceCover, name } = agent;
  // A double click comes before the button renders as busy.
  const isUnderWay = useRef(false);
  const confirm = () => {
    if (!absenceCover || isUnderWay.current) return;
    isUnderWay.current = true;
    ending.mutate(absenceCover.id, {
      onSettled: () => {
        isUnderWay.current = false;
      },
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
