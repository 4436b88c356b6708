import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { mailStateQuery, useSendTestMail } from './settings.queries.ts';

/**
 * Shows the sender and the state of outgoing mail, and sends a test email to the user's own
 * address.
 */
export function MailSettings() {
  const { t } = useTranslation('settings-page');
  const format = useFormat();
  const query = useQuery(mailStateQuery);
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Text as="h2" size="lead" weight="medium">
          {t('mail.title')}
        </Text>
        <Text tone="muted">{t('mail.hint')}</Text>
      </Stack>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
        {({ sender, lastSentAt, waiting, failed }) => (
          <Stack gap={4}>
            {sender === null && <Text>{t('mail.none')}</Text>}
            <Stack as="dl" gap={2}>
              {sender !== null && (
                <Fact name={t('mail.sender')}>
                  <bdi dir="ltr">{sender}</bdi>
                </Fact>
              )}
              <Fact name={t('mail.lastSent')}>
                {lastSentAt === null ? t('mail.never') : <InstantText at={lastSentAt} />}
              </Fact>
              <Fact name={t('mail.waiting')}>{format.count(waiting)}</Fact>
              <Fact name={t('mail.failed')}>{format.count(failed)}</Fact>
            </Stack>
            {sender !== null && <TestMail />}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function TestMail() {
  const { t } = useTranslation('settings-page');
  // The id is repeated until the call is answered, so that one press sends one email.
  const [id, setId] = useState(uuidv7);
  const sending = useSendTestMail();
  const send = () =>
    sending.mutate(id, {
      onSuccess: ({ to }) => {
        notify.success(t('mail.sent', { address: to }));
        setId(uuidv7());
      },
    });
  return (
    <Stack gap={2}>
      <Row>
        <Button kind="primary" busy={sending.isPending} onClick={send}>
          {t('mail.send')}
        </Button>
      </Row>
      {sending.error && (
        <Text tone="late" role="alert">
          {failureSentence(sending.error)}
        </Text>
      )}
    </Stack>
  );
}
