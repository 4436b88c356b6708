import type { Patient, PatientConsent } from '@bursar/contracts/collections/call-centres';
import type { PatientCall } from '@bursar/contracts/collections/call-lists';
import { consentMeans, consentStates } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import {
  callsQuery,
  consentsQuery,
  useCallAgain,
  useMayEdit,
  useRecordConsent,
} from './call-centres.queries.ts';
import { callStateText, callStateTones } from './call-text.ts';

export function PatientHistory({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation('call-centres');
  const mayEdit = useMayEdit('patient', patient);
  const consents = useQuery(consentsQuery(patient.id));
  const calls = useQuery(callsQuery(patient.id));
  const [isRecording, setRecording] = useState(false);
  return (
    // As wide as the form above it, whose sections also have lines between them.
    <Box flow="stack" gap={6} above={6} pad={[6, 0, 0]} line="above" max="58.5rem">
      <FormSection title={t('section.consent')} hint={t('section.consentHint')}>
        <Loaded load={loadOf(consents)} waiting={<SkeletonLines lines={2} />}>
          {(data) =>
            data.consents.length === 0 ? (
              <Text tone="soft">{t('consent.never')}</Text>
            ) : (
              <Consents consents={data.consents} />
            )
          }
        </Loaded>
        {mayEdit && (
          <div>
            <Button onClick={() => setRecording(true)}>{t('consent.record')}</Button>
          </div>
        )}
        {isRecording && (
          <ConsentDialog patientId={patient.id} onClose={() => setRecording(false)} />
        )}
      </FormSection>
      <FormSection title={t('section.calls')} hint={t('section.callsHint')}>
        <Row gap={3}>
          <StatusBadge tone={callStateTones[patient.calls]}>
            {callStateText(t, patient)}
          </StatusBadge>
          {mayEdit && (patient.calls === 'called' || patient.calls === 'given-up') && (
            <CallAgainButton patient={patient} />
          )}
        </Row>
        <Loaded load={loadOf(calls)} waiting={<SkeletonLines lines={2} />}>
          {(data) =>
            data.calls.length === 0 ? (
              <Text tone="soft">{t('call.none')}</Text>
            ) : (
              <CallTimeline calls={data.calls} />
            )
          }
        </Loaded>
      </FormSection>
    </Box>
  );
}

/** Calls to one patient, newest first. */
export function CallTimeline({ calls }: { readonly calls: readonly PatientCall[] }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  return (
    <Timeline
      label={t('section.calls')}
      events={calls.map(({ id, attempt, outcome, note, calledAt, loggedBy }) => ({
        id,
        at: calledAt,
        title: t('call.line', { outcome: t(`outcome.${outcome}`), figure: format.count(attempt) }),
        detail: note !== '' && <bdi>{note}</bdi>,
        by: loggedBy,
        tone: outcome === 'answered' || outcome === 'paid' ? 'good' : 'neutral',
      }))}
    />
  );
}

function Consents({ consents }: { readonly consents: readonly PatientConsent[] }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  return (
    <Timeline
      label={t('section.consent')}
      events={consents.map(({ id, state, means, agreedOn, recordedBy, recordedAt }) => ({
        id,
        at: recordedAt,
        title: t(`consent.${state}On`, { day: format.day(agreedOn) }),
        detail: t(`means.${means}`),
        by: recordedBy,
        tone: state === 'given' ? 'good' : 'late',
      }))}
    />
  );
}

type ConsentDialogProps = { readonly patientId: string; readonly onClose: () => void };

function ConsentDialog({ patientId, onClose }: ConsentDialogProps) {
  const { t } = useTranslation(['call-centres', 'failures']);
  const { today = '' } = useFormat().settings;
  const form = useContractForm({
    name: 'consent',
    empty: () => emptyConsent(today),
    rules: ({ agreedOn }) => ({
      agreedOn: agreedOn === null ? t('failures:consent_in_future') : undefined,
    }),
    body: ({ agreedOn, ...consent }) => (agreedOn === null ? null : { ...consent, agreedOn }),
    mutation: useRecordConsent(patientId),
    onSent: onClose,
  });
  const means = form.field('means');
  return (
    <FormDialog
      opened
      size="small"
      onClose={onClose}
      title={t('consent.title')}
      submitLabel={t('consent.submit')}
      {...form.dialog}
    >
      <SegmentedChoice
        label={t('consent.label')}
        choices={consentStates.map((value) => ({ value, label: t(`consent.${value}`) }))}
        chosen={form.values.state}
        onChoose={(state) => form.change({ state })}
      />
      <DayField
        {...form.field('agreedOn')}
        label={t('field.agreedOn')}
        today={today}
        latest={today}
        required
      />
      <SelectField
        {...means}
        label={t('field.means')}
        required
        options={consentMeans.map((value) => ({ value, label: t(`means.${value}`) }))}
        onChange={(chosen) =>
          means.onChange(consentMeans.find((one) => one === chosen) ?? means.value)
        }
      />
    </FormDialog>
  );
}

type ConsentInputs = Pick<PatientConsent, 'id' | 'state' | 'means'> & {
  readonly agreedOn: string | null;
};

/** Values of an empty consent form, with a new id that every retry repeats. */
const emptyConsent = (today: string): ConsentInputs => ({
  id: uuidv7(),
  state: 'given',
  means: 'spoken',
  agreedOn: today,
});

function CallAgainButton({ patient }: { readonly patient: Patient }) {
  const { t } = useTranslation('call-centres');
  const beginning = useCallAgain(patient.id);
  return (
    <Button
      size="compact"
      busy={beginning.isPending}
      onClick={() =>
        beginning.mutate(undefined, {
          onSuccess: () => notify.success(t('call.begun', { name: patient.name })),
          onError: (cause) => notify.error(failureSentence(cause)),
        })
      }
    >
      {t('call.again')}
    </Button>
  );
}
