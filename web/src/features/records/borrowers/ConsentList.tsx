import { contactChannels } from '@bursar/contracts/records/closed-channels';
import { consentMeans, consentStates } from '@bursar/contracts/choices';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { Borrower, Consent, RecordConsent } from '@bursar/contracts/records/borrowers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Line, NotRecorded } from './CardParts.tsx';
import classes from './Borrower.module.css';
import { useRecordConsent } from './borrowers.queries.ts';

type Consenting = Pick<Borrower, 'id' | 'consents'>;

/**
 * The borrower's consents in the order of `contactChannels`; the latest entry per channel applies.
 */
export function ConsentList({ borrower }: { readonly borrower: Consenting }) {
  const { t } = useTranslation(['borrowers', 'contact-log']);
  const mayRecord = useMay('manage-borrowers');
  const [isRecording, setRecording] = useState(false);
  const consentTo = (channel: Consent['channel']) =>
    borrower.consents.find((one) => one.channel === channel);
  const recorded = contactChannels.flatMap((channel) => consentTo(channel) ?? []);
  const others = contactChannels.filter((channel) => !consentTo(channel));
  return (
    <>
      {recorded.length > 0 && (
        <Stack as="ul" gap={0} aria-label={t('part.consent')}>
          {recorded.map((consent) => (
            <Line key={consent.channel}>
              <Text as="span" tone="muted" className={classes.name}>
                {t(`contact-log:channel.${consent.channel}`)}
              </Text>
              <ConsentState consent={consent} />
            </Line>
          ))}
        </Stack>
      )}
      <NotRecorded names={others.map((channel) => t(`contact-log:channel.${channel}`))} />
      {mayRecord && (
        <Box pad={[3, 0, 0]}>
          <Button size="compact" onClick={() => setRecording(true)}>
            {t('consent.record')}
          </Button>
        </Box>
      )}
      {isRecording && (
        <RecordConsentDialog borrower={borrower} onClose={() => setRecording(false)} />
      )}
    </>
  );
}

function ConsentState({ consent }: { consent: Consent }) {
  const { t } = useTranslation('borrowers');
  return (
    <span>
      <StatusBadge tone={consent.state === 'given' ? 'good' : 'late'}>
        {t(`consent.${consent.state}`)}
      </StatusBadge>
      <Text as="span" tone="muted" size="caption">
        {' '}
        {t(`means.${consent.means}`)} · <InstantText at={consent.recordedAt} style="medium" /> ·{' '}
        <bdi>{consent.recordedBy}</bdi>
      </Text>
    </span>
  );
}

type RecordConsentDialogProps = {
  readonly borrower: Consenting;
  readonly onClose: () => void;
};

function RecordConsentDialog({ borrower, onClose }: RecordConsentDialogProps) {
  const { t } = useTranslation(['borrowers', 'contact-log']);
  const form = useContractForm({
    name: 'consent',
    empty: () => emptyFor(borrower),
    draftName: `consent.${borrower.id}`,
    body: (given) => given,
    mutation: useRecordConsent(borrower.id),
    onSent: onClose,
  });
  const channel = form.field('channel');
  const means = form.field('means');
  return (
    <FormDialog
      opened
      size="small"
      onClose={onClose}
      title={t('part.consent')}
      submitLabel={t('consent.submit')}
      {...form.dialog}
    >
      <SelectField
        {...channel}
        label={t('consent.channel')}
        required
        options={contactChannels.map((value) => ({
          value,
          label: t(`contact-log:channel.${value}`),
        }))}
        onChange={(chosen) =>
          channel.onChange(contactChannels.find((one) => one === chosen) ?? channel.value)
        }
      />
      <SegmentedChoice
        label={t('consent.state')}
        choices={consentStates.map((value) => ({ value, label: t(`consent.${value}`) }))}
        chosen={form.values.state}
        onChoose={(state) => form.change({ state })}
      />
      <SelectField
        {...means}
        label={t('consent.means')}
        required
        options={consentMeans.map((value) => ({ value, label: t(`means.${value}`) }))}
        onChange={(chosen) =>
          means.onChange(consentMeans.find((one) => one === chosen) ?? means.value)
        }
      />
    </FormDialog>
  );
}

/**
 * Returns the initial values of the form: a new id, which every retry repeats, and the first
 * channel without a consent, or the first channel if all have one.
 */
function emptyFor({ consents }: Consenting): InputOf<RecordConsent>['body'] {
  const channel =
    contactChannels.find((one) => !consents.some((consent) => consent.channel === one)) ??
    contactChannels[0];
  return { id: uuidv7(), channel, state: 'given', means: 'spoken' };
}
