import { addMonths, calendarDate } from '@bursar/loan-maths/calendar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { targetsQuery, useSetTargets, type MonthTargets } from './team-settings.queries.ts';

type TargetsDialogProps = {
  readonly businessDate: string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** The amounts that agents have to collect in this month or the next one. */
export function TargetsDialog({ businessDate, opened, onClose }: TargetsDialogProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const thisMonth = businessDate.slice(0, 7);
  const nextMonth = addMonths(calendarDate(`${thisMonth}-01`), 1).slice(0, 7);
  const [month, setMonth] = useState(thisMonth);
  const query = useQuery({ ...targetsQuery(month), enabled: opened });
  const form = useTargetsForm(query.data, () => {
    notify.success(t('targets.saved', { month: format.day(`${month}-01`, 'month') }));
    onClose();
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('targets.title')}
      submitLabel={t('targets.submit')}
      onSubmit={form.submit}
      busy={form.isBusy}
      failure={form.failure}
      size="wide"
    >
      <p>{t('targets.meaning')}</p>
      <ChoiceField
        id="targets-month"
        label={t('targets.month')}
        choices={[thisMonth, nextMonth].map((value) => ({
          value,
          label: format.day(`${value}-01`, 'month'),
        }))}
        value={month}
        onChange={(chosen) => {
          form.forget();
          setMonth(chosen);
        }}
      />
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
        {({ agents, currency }) => (
          <Grid key={month} min={16}>
            {agents.map(({ agentId, name, team, targetMinor }) => (
              <MoneyField
                key={agentId}
                id={`target-${agentId}`}
                label={name}
                hint={team ?? undefined}
                optional
                currency={currency}
                value={form.typed(agentId, targetMinor)}
                error={form.problem(agentId)}
                onUnreadable={(problem) => form.note(agentId, problem)}
                onChange={(amountMinor) => form.type(agentId, amountMinor)}
              />
            ))}
          </Grid>
        )}
      </Loaded>
    </FormDialog>
  );
}

/** The typed amounts by agent. Only the agents whose target changed are sent. */
function useTargetsForm(stored: MonthTargets | undefined, onSaved: () => void) {
  const { t } = useTranslation('work-queue');
  const [amounts, setAmounts] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [unreadable, setUnreadable] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setTried] = useState(false);
  const setting = useSetTargets(stored?.month ?? '');
  const forget = () => {
    setAmounts(new Map());
    setUnreadable(new Map());
    setTried(false);
  };
  const problem = (agentId: string) =>
    isTried
      ? (unreadable.get(agentId) ?? (amounts.get(agentId) === 0 ? t('targets.zero') : undefined))
      : undefined;
  const submit = () => {
    setTried(true);
    if (unreadable.size > 0 || [...amounts.values()].includes(0)) return;
    const targets = (stored?.agents ?? []).flatMap(({ agentId, targetMinor }) => {
      const typed = amounts.get(agentId);
      return typed === undefined || typed === targetMinor ? [] : { agentId, targetMinor: typed };
    });
    if (targets.length === 0) return onSaved();
    setting.mutate(targets, {
      onSuccess: () => {
        forget();
        onSaved();
      },
    });
  };
  return {
    typed: (agentId: string, targetMinor: number | null) =>
      amounts.has(agentId) ? (amounts.get(agentId) ?? null) : targetMinor,
    type: (agentId: string, amountMinor: number | null) =>
      setAmounts((before) => new Map(before).set(agentId, amountMinor)),
    note: (agentId: string, sentence: string | undefined) =>
      setUnreadable((before) => {
        const after = new Map(before);
        if (sentence === undefined) after.delete(agentId);
        else after.set(agentId, sentence);
        return after;
      }),
    problem,
    forget,
    submit,
    isBusy: setting.isPending,
    failure: setting.error ? failureSentence(setting.error) : undefined,
  };
}
