import { STANDARD_BUCKETS } from '@bursar/loan-maths/buckets';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../lib/languages.ts';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import type { Distribution, Rule } from './distribution-rules.queries.ts';

const buckets: readonly Rule['buckets'][number][] = [
  'current',
  ...STANDARD_BUCKETS.map(({ name }) => name),
];

const emptyRule: Rule = {
  name: '',
  buckets: [],
  minOutstandingMinor: null,
  maxOutstandingMinor: null,
  language: null,
  teamId: null,
  skill: null,
  speaksLanguage: false,
  keepsAgent: true,
  takesHeld: false,
};

type RuleDialogProps = {
  /** Null for a new rule. */
  readonly rule: Rule | null;
  readonly distribution: Distribution;
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onSave: (rule: Rule) => void;
  readonly onClose: () => void;
};

/** The fields of one rule: the conditions that a loan must meet, and the agents that receive it. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, distribution, busy, failure, onSave, onClose } = props;
  const { t } = useTranslation(['distribution-rules', 'loans']);
  const { currency, teams, agents } = distribution;
  const [values, setValues] = useState(rule ?? emptyRule);
  const [isTried, setTried] = useState(false);
  const [unreadable, setUnreadable] = useState<Readonly<Record<string, string | undefined>>>({});
  const change = (changed: Partial<Rule>) => setValues((before) => ({ ...before, ...changed }));
  const isNamed = values.name.trim() !== '';
  const submit = () => {
    setTried(true);
    const isReadable = Object.values(unreadable).every((problem) => problem === undefined);
    if (isNamed && isReadable) onSave({ ...values, name: values.name.trim() });
  };
  const skills = [...new Set(agents.flatMap((agent) => agent.skills))].toSorted();
  const amount = (field: 'minOutstandingMinor' | 'maxOutstandingMinor') => (
    <MoneyField
      id={`rule-${field}`}
      label={t(`field.${field}`)}
      optional
      currency={currency}
      value={values[field]}
      error={isTried ? unreadable[field] : undefined}
      onUnreadable={(problem) => setUnreadable((before) => ({ ...before, [field]: problem }))}
      onChange={(amountMinor) => change({ [field]: amountMinor })}
    />
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(rule ? 'dialog.edit' : 'dialog.new')}
      submitLabel={t('dialog.save')}
      onSubmit={submit}
      busy={busy}
      failure={failure}
    >
      <TextField
        id="rule-name"
        label={t('field.name')}
        required
        maxLength={120}
        focusFirst
        value={values.name}
        error={isTried && !isNamed ? t('field.nameMissing') : undefined}
        onChange={(name) => change({ name })}
      />
      <SeveralPickedField
        id="rule-buckets"
        label={t('field.buckets')}
        optional
        hint={t('field.bucketsHint')}
        groups={[
          {
            label: t('field.buckets'),
            options: buckets.map((value) => ({ value, label: t(`loans:bucket.${value}`) })),
          },
        ]}
        value={values.buckets}
        onChange={(chosen) => change({ buckets: buckets.filter((one) => chosen.includes(one)) })}
      />
      <Grid min={12}>
        {amount('minOutstandingMinor')}
        {amount('maxOutstandingMinor')}
        <SelectField
          id="rule-language"
          label={t('field.language')}
          optional
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={values.language}
          onChange={(language) => change({ language })}
        />
        <SelectField
          id="rule-team"
          label={t('field.team')}
          optional
          options={teams.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.teamId}
          onChange={(teamId) => change({ teamId })}
        />
        <SelectField
          id="rule-skill"
          label={t('field.skill')}
          optional
          hint={skills.length === 0 ? t('field.skillHint') : undefined}
          options={skills.map((skill) => ({ value: skill, label: skill }))}
          value={values.skill}
          onChange={(skill) => change({ skill })}
        />
      </Grid>
      <Stack gap={2}>
        {(['speaksLanguage', 'keepsAgent', 'takesHeld'] as const).map((field) => (
          <Option key={field} isOn={values[field]} onChange={(isOn) => change({ [field]: isOn })}>
            {t(`field.${field}`)}
          </Option>
        ))}
      </Stack>
    </FormDialog>
  );
}

type OptionProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
};

function Option({ isOn, onChange, children }: OptionProps) {
  return (
    <Row as="label" gap={2} wrap={false} align="start">
      <TickBox checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </Row>
  );
}
