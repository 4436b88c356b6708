import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { DrawerSection } from '../../../ui/overlay/DrawerSection.tsx';
import { DrawerFoot } from '../../../ui/overlay/DrawerFoot.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { mailQuery, useRetryMail } from './outbox.queries.ts';
import { MailState } from './outbox-columns.tsx';

type MailDrawerProps = { readonly mailId: string | null; readonly onClose: () => void };

/** One email with its text and its state, in a drawer next to the list. */
export function MailDrawer({ mailId, onClose }: MailDrawerProps) {
  const { t } = useTranslation('outbox');
  const shownId = useLastShown(mailId);
  return (
    <SideDrawer opened={mailId !== null} onClose={onClose} title={t('mail')}>
      {shownId !== null && <OpenMail key={shownId} mailId={shownId} />}
    </SideDrawer>
  );
}

function OpenMail({ mailId }: { mailId: string }) {
  const { t } = useTranslation('outbox');
  const [openingId] = useState(uuidv7);
  const opening = { mailId, openingId };
  const { data: mail, failure } = loadOf(useQuery(mailQuery(opening)));
  const retrying = useRetryMail(opening);
  if (!mail) return failure ? <ErrorState {...failure} /> : <SkeletonLines lines={8} />;
  const retry = () =>
    retrying.mutate(undefined, {
      onSuccess: () => notify.success(t('retried')),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Stack as="article" gap={5}>
      <Text as="h2" size="lead" weight="medium">
        <bdi>{mail.subject}</bdi>
      </Text>
      <Stack as="dl" gap={2} size="table">
        <Fact name={t('column.to')}>
          <bdi>{mail.to}</bdi>
        </Fact>
        <Fact name={t('column.state')}>
          <MailState state={mail.state} />
        </Fact>
        <Fact name={t('column.created')}>
          <InstantText at={mail.createdAt} />
        </Fact>
        {mail.sentAt && (
          <Fact name={t('sentAt')}>
            <InstantText at={mail.sentAt} />
          </Fact>
        )}
        {mail.failure !== null && (
          <Fact name={t('column.failure')}>
            <bdi dir="ltr">{mail.failure}</bdi>
          </Fact>
        )}
        {mail.state === 'failed' && (
          <Fact name={t('nextAttempt')}>
            {mail.nextAttemptAt ? <InstantText at={mail.nextAttemptAt} /> : t('givenUp')}
          </Fact>
        )}
      </Stack>
      <DrawerSection>
        <WrittenText>{mail.body}</WrittenText>
        {mail.isLinkWithheld && (
          <Note kind="neutral" as="p" role="note" above={3}>
            {t('linkWithheld')}
          </Note>
        )}
      </DrawerSection>
      {mail.state === 'failed' && (
        <DrawerFoot>
          <Button kind="primary" onClick={retry} busy={retrying.isPending}>
            {t('retry')}
          </Button>
        </DrawerFoot>
      )}
    </Stack>
  );
}
