import type { CallInputs, CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import { callCentreRoles, callOutcomes, weekdays, type CallDuty } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { languages } from '../../../lib/languages.ts';
import { ChoiceField, SeveralField } from '../../../ui/form/ChoiceField.tsx';
import { LanguageField } from '../../../ui/form/LanguageField.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { PhoneField } from '../../../ui/form/PhoneField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TimeZoneField } from '../../../ui/form/TimeZoneField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { currentRecordsQuery, dutyOf } from './call-centres.queries.ts';
import { durationText } from './call-text.ts';
import { BorrowerField, PersonField } from './FoundFields.tsx';
import { usualHours, WeekField } from './WeekField.tsx';

type FieldsProps<K extends CallKind> = {
  readonly form: ContractForm<CallInputs[K]>;
  /** The existing record; null while one is created. */
  readonly record: CallRecords[K] | null;
};

/** The form sections of each kind. */
export const recordFields: { readonly [K in CallKind]: (props: FieldsProps<K>) => ReactNode } = {
  centre: CentreFields,
  preset: PresetFields,
  member: MemberFields,
  patient: PatientFields,
};

export const emptyInputs: CallInputs = {
  centre: { name: '', timeZone: 'UTC', phone: '', presetId: '' },
  preset: {
    name: '',
    script: '',
    attempts: 3,
    retryMinutes: 120,
    hours: weekdays.map((day) => (day < 6 ? usualHours : null)),
    outcomes: ['answered', 'no-response', 'refused', 'unreachable'],
  },
  member: { centreId: '', accountId: '', role: 'caller' },
  patient: {
    centreId: '',
    name: '',
    phone: '',
    email: '',
    language: 'en',
    note: '',
    borrowerId: null,
  },
};

type Translate = TFunction<['call-centres', 'failures']>;

/**
 * Returns the messages for fields that the API contract refuses, for example because they are
 * empty.
 */
export function recordMessages(t: Translate): FormProblems {
  return {
    presetId: t('failures:preset_not_found'),
    centreId: t('failures:centre_not_found'),
    accountId: t('failures:person_not_found'),
    outcomes: t('problem.outcomes'),
    ...ofEachTime(() => t('problem.time')),
  };
}

/**
 * Returns the problems that the API contract does not check. Fields that a kind does not have are
 * skipped.
 */
export function recordProblems(values: object, t: Translate): FormProblems {
  const typed = new Map<string, unknown>(Object.entries(values));
  // Only a preset has hours.
  const hours = 'hours' in values ? (values as CallInputs['preset']).hours : null;
  const isPatient = typed.has('borrowerId');
  return {
    name: isBlank(typed.get('name')) ? t('failures:name_missing') : undefined,
    script: isBlank(typed.get('script')) ? t('failures:text_missing') : undefined,
    phone: isPatient && isBlank(typed.get('phone')) ? t('failures:phone_not_valid') : undefined,
    hours: hours?.every((span) => span === null) ? t('failures:never_open') : undefined,
    ...Object.fromEntries(
      (hours ?? []).map((span, place) => [
        `hours.${place}.closesAt`,
        span && span.opensAt >= span.closesAt ? t('failures:hours_upside_down') : undefined,
      ]),
    ),
  };
}

/** Returns the sentence for the opening time and the closing time of each weekday. */
function ofEachTime(sentenceOf: () => string): FormProblems {
  return Object.fromEntries(
    weekdays.flatMap((_, place) =>
      ['opensAt', 'closesAt'].map((time) => [`hours.${place}.${time}`, sentenceOf()]),
    ),
  );
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

function CentreFields({ form }: FieldsProps<'centre'>) {
  const { t } = useTranslation('call-centres');
  return (
    <>
      <FormSection title={t('section.centre')} hint={t('section.centreHint')}>
        <TextField {...form.field('name')} label={t('field.name')} maxLength={120} required />
        <Grid min={12}>
          <TimeZoneField
            {...form.field('timeZone')}
            label={t('field.timeZone')}
            hint={t('field.timeZoneHint')}
            onChange={(timeZone) => form.change({ timeZone: timeZone ?? '' })}
          />
          <PhoneField {...form.field('phone')} label={t('field.line')} optional maxLength={40} />
        </Grid>
      </FormSection>
      <FormSection title={t('section.steering')} hint={t('section.steeringHint')}>
        <RecordField kind="preset" {...form.field('presetId')} label={t('field.preset')} />
      </FormSection>
    </>
  );
}

type RecordFieldProps = {
  readonly kind: 'centre' | 'preset';
  /**
   * If given, the options are the centres in which the user has this duty, and the chosen centre.
   */
  readonly duty?: CallDuty;
  readonly id: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly label: string;
};

/** Selects one of the centres or presets. */
function RecordField({ kind, duty, value, onChange, ...field }: RecordFieldProps) {
  const { data = [] } = useQuery(currentRecordsQuery(kind));
  const open = data.filter(({ id, duties }) => !duty || id === value || duties?.includes(duty));
  return (
    <SelectField
      {...field}
      required
      options={open.map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={onChange}
    />
  );
}

const attempts = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];
const retries = [15, 30, 60, 120, 240, 480, 1440, 2880, 4320, 10_080];

function PresetFields({ form }: FieldsProps<'preset'>) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  const { values, change } = form;
  // A stored value outside the usual ones must stay an option.
  const figures = (usual: readonly number[], chosen: number, labelOf: (one: number) => string) =>
    [...new Set([...usual, chosen])]
      .toSorted((one, other) => one - other)
      .map((one) => ({ value: String(one), label: labelOf(one) }));
  return (
    <>
      <FormSection title={t('section.script')} hint={t('section.scriptHint')}>
        <TextField {...form.field('name')} label={t('field.name')} maxLength={120} required />
        <TextareaField
          {...form.field('script')}
          label={t('field.script')}
          rows={9}
          maxLength={8000}
          required
        />
      </FormSection>
      <FormSection title={t('section.tries')} hint={t('section.triesHint')}>
        <Grid min={12}>
          <SelectField
            {...form.controlProps('attempts')}
            label={t('field.attempts')}
            required
            options={figures(attempts, values.attempts, format.count)}
            value={String(values.attempts)}
            onChange={(chosen) => change({ attempts: Number(chosen) })}
          />
          <SelectField
            {...form.controlProps('retryMinutes')}
            label={t('field.retry')}
            required
            options={figures(retries, values.retryMinutes, (one) => durationText(t, format, one))}
            value={String(values.retryMinutes)}
            onChange={(chosen) => change({ retryMinutes: Number(chosen) })}
          />
        </Grid>
        <SeveralField
          {...form.controlProps('outcomes')}
          label={t('field.outcomes')}
          choices={callOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
          value={values.outcomes}
          onChange={(chosen) =>
            change({ outcomes: callOutcomes.filter((one) => chosen.includes(one)) })
          }
        />
      </FormSection>
      <FormSection title={t('section.hours')} hint={t('section.hoursHint')}>
        <WeekField form={form} />
      </FormSection>
    </>
  );
}

function MemberFields({ form, record }: FieldsProps<'member'>) {
  const { t } = useTranslation('call-centres');
  return (
    <>
      <FormSection title={t('section.person')} hint={t('section.personHint')}>
        {record ? (
          <TextField
            {...form.controlProps('accountId')}
            label={t('field.person')}
            value={record.name}
            onChange={() => undefined}
            disabled
          />
        ) : (
          <PersonField form={form} />
        )}
        <RecordField
          kind="centre"
          duty={dutyOf.member}
          {...form.field('centreId')}
          label={t('field.centre')}
        />
      </FormSection>
      <FormSection title={t('section.role')} hint={t('section.roleHint')}>
        <ChoiceField
          {...form.controlProps('role')}
          label={t('field.role')}
          choices={callCentreRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={form.values.role}
          onChange={(role) => form.change({ role })}
        />
      </FormSection>
    </>
  );
}

function PatientFields({ form, record }: FieldsProps<'patient'>) {
  const { t } = useTranslation('call-centres');
  return (
    <>
      <FormSection title={t('section.patient')} hint={t('section.patientHint')}>
        <TextField
          {...form.field('name')}
          label={t('field.patientName')}
          maxLength={120}
          required
        />
        <Grid min={12}>
          <PhoneField {...form.field('phone')} label={t('field.phone')} maxLength={40} required />
          <TextField
            {...form.field('email')}
            label={t('field.email')}
            type="email"
            maxLength={254}
            optional
          />
        </Grid>
        <LanguageField
          {...form.field('language')}
          label={t('field.language')}
          languages={languages}
        />
      </FormSection>
      <FormSection title={t('section.calling')} hint={t('section.callingHint')}>
        <RecordField
          kind="centre"
          duty={dutyOf.patient}
          {...form.field('centreId')}
          label={t('field.centre')}
        />
        <TextareaField
          {...form.field('note')}
          label={t('field.note')}
          rows={3}
          maxLength={2000}
          optional
        />
        <BorrowerField form={form} borrowerName={record?.borrowerName ?? null} />
      </FormSection>
    </>
  );
}
