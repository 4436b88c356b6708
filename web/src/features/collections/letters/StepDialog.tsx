import {
  STEP_DAYS_LATE_MAX,
  STEP_EVERY_DAYS_MAX,
} from '@bursar/contracts/collections/letters.values';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { CountField } from '../../../ui/form/CountField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { templatesQuery, useSaveStep, type Step } from './letters.queries.ts';

const emptyRules = {
  templateId: null,
  fromDaysLate: null,
  untilDaysLate: null,
  everyDays: 7,
  workingDaysOnly: true,
  sparesPromises: true,
  releasesItself: false,
};

type Values = Omit<
  typeof emptyRules,
  'templateId' | 'fromDaysLate' | 'untilDaysLate' | 'everyDays'
> & {
  readonly templateId: string | null;
  readonly fromDaysLate: number | null;
  readonly untilDaysLate: number | null;
  readonly everyDays: number | null;
};

type StepDialogProps = {
  /** Null for a new step. */
  readonly step: Step | null;
  readonly onClose: () => void;
};

/** One dunning step: which loans, which template and how often. */
export function StepDialog({ step, onClose }: StepDialogProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const [id] = useState(() => step?.id ?? uuidv7());
  const [values, setValues] = useState<Values>(() => step ?? emptyRules);
  const [isTried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState<Readonly<Record<string, string | undefined>>>({});
  const { data } = useQuery(templatesQuery);
  const saving = useSaveStep();
  const change = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  const problems = useProblems(values, unreadable);
  const submit = () => {
    setTried(true);
    const { templateId, fromDaysLate, everyDays, untilDaysLate } = values;
    const { workingDaysOnly, sparesPromises, releasesItself } = values;
    const isWrong = Object.values(problems).some((problem) => problem !== undefined);
    if (isWrong || templateId === null || fromDaysLate === null || everyDays === null) return;
    const rules = { templateId, fromDaysLate, untilDaysLate, everyDays };
    const ticks = { workingDaysOnly, sparesPromises, releasesItself };
    saving.mutate(
      { id, version: step?.version ?? 0, ...rules, ...ticks },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('step.saved'));
        },
      },
    );
  };
  const days = (field: 'fromDaysLate' | 'untilDaysLate' | 'everyDays') => (
    <CountField
      id={`step-${field}`}
      label={t(`step.${field}`)}
      required={field !== 'untilDaysLate'}
      optional={field === 'untilDaysLate'}
      value={values[field]}
      error={isTried ? problems[field] : undefined}
      onUnreadable={(problem) => setUnreadable((before) => ({ ...before, [field]: problem }))}
      onChange={(count) => change({ [field]: count })}
    />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(step ? 'step.editTitle' : 'step.newTitle')}
      submitLabel={t('step.save')}
      onSubmit={submit}
      busy={saving.isPending}
      failure={saving.error ? failureSentence(saving.error) : undefined}
    >
      <SelectField
        id="step-template"
        label={t('step.template')}
        required
        focusFirst
        options={(data?.templates ?? []).map((template) => ({
          value: template.id,
          label: `${template.name} · ${t(`contact-log:channel.${template.channel}`)}`,
        }))}
        value={values.templateId}
        error={isTried ? problems.templateId : undefined}
        onChange={(templateId) => change({ templateId })}
      />
      <Grid min={10}>
        {days('fromDaysLate')}
        {days('untilDaysLate')}
        {days('everyDays')}
      </Grid>
      <Stack gap={2}>
        {(['workingDaysOnly', 'sparesPromises', 'releasesItself'] as const).map((field) => (
          <Tick key={field} isOn={values[field]} onChange={(isOn) => change({ [field]: isOn })}>
            {t(`step.${field}`)}
          </Tick>
        ))}
      </Stack>
    </FormDialog>
  );
}

function useProblems(
  { templateId, fromDaysLate, untilDaysLate, everyDays }: Values,
  unreadable: Readonly<Record<string, string | undefined>>,
) {
  const { t } = useTranslation('letters');
  const format = useFormat();
  const inRange = (value: number | null, max: number) =>
    value !== null && value >= 1 && value <= max
      ? undefined
      : t('step.daysWrong', { max: format.count(max) });
  const isUpsideDown =
    fromDaysLate !== null && untilDaysLate !== null && untilDaysLate < fromDaysLate;
  return {
    templateId: templateId === null ? t('step.templateMissing') : undefined,
    fromDaysLate: unreadable['fromDaysLate'] ?? inRange(fromDaysLate, STEP_DAYS_LATE_MAX),
    untilDaysLate:
      unreadable['untilDaysLate'] ??
      (isUpsideDown
        ? t('failures:days_late_upside_down')
        : untilDaysLate === null
          ? undefined
          : inRange(untilDaysLate, STEP_DAYS_LATE_MAX)),
    everyDays: unreadable['everyDays'] ?? inRange(everyDays, STEP_EVERY_DAYS_MAX),
  };
}

type TickProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
};

function Tick({ isOn, onChange, children }: TickProps) {
  return (
    <Row as="label" gap={2} wrap={false} align="start">
      <TickBox checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </Row>
  );
}
