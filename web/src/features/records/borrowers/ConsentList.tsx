import { contactChannels } from '@bursar/contracts/records/closed-channels';
import { consentMeans, consentStates } from '@bursar/contracts/choices';
import type { Borrower, Consent } from '@bursar/contracts/records/borrowers';
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
import { Line } from './CardParts.tsx';
import classes from './Borrower.module.css';
import { useRecordConsent } from './borrowers.queries.ts';

type Channel = Consent['channel'];

/** The borrower's consents, one per channel; the latest entry for a channel applies. */
export function ConsentList({ borrower }: { borrower: Borrower }) {
  const { t } = useTranslation(['borrowers', 'contact-log']);
  const mayRecord = useMay('manage-borrowers');
  const [recording, setRecording] = useState<Channel | null>(null);
  return (
    <>
      <Stack as="ul" gap={0}>
        {contactChannels.map((channel) => {
          const consent = borrower.consents.find((one) => one.channel === channel);
          return (
            <Line key={channel}>
              <span className={classes.channel}>{t(`contact-log:channel.${channel}`)}</span>
              <ConsentState consent={consent} />
              {mayRecord && (
                <Box as="span" push>
                  <Button size="compact" onClick={() => setRecording(channel)}>
                    {t('consent.record')}
                  </Button>
                </Box>
              )}
            </Line>
          );
        })}
      </Stack>
      {recording && (
        <RecordConsentDialog
          borrowerId={borrower.id}
          channel={recording}
          onClose={() => setRecording(null)}
        />
      )}
    </>
  );
}

function ConsentState({ consent }: { consent: Consent | undefined }) {
  const { t } = useTranslation('borrowers');
  if (!consent) return <StatusBadge tone="done">{t('consent.unknown')}</StatusBadge>;
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
  readonly borrowerId: string;
  readonly channel: Channel;
  readonly onClose: () => void;
};

function RecordConsentDialog({ borrowerId, channel, onClose }: RecordConsentDialogProps) {
  const { t } = useTranslation(['borrowers', 'contact-log']);
  const form = useContractForm({
    name: 'consent',
    empty,
    draftName: `consent.${borrowerId}.${channel}`,
    body: (given) => ({ ...given, channel }),
    mutation: useRecordConsent(borrowerId),
    onSent: onClose,
  });
  const means = form.field('means');
  return (
    <FormDialog
      opened
      size="small"
      onClose={onClose}
      title={t('consent.title', { channel: t(`contact-log:channel.${channel}`) })}
      submitLabel={t('consent.submit')}
      {...form.dialog}
    >
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

type Given = Pick<Consent, 'state' | 'means'> & {
  /** Created when the dialog opens and repeated on every retry. */
  readonly id: string;
};

const empty = (): Given => ({ id: uuidv7(), state: 'given', means: 'spoken' });
