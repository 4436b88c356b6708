import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import {
  securityEventsQuery,
  useSeeSecurityEvents,
  type SecurityEvent,
} from './profile.queries.ts';

/** Changes that others made to this account's sign-in, so that its owner notices a takeover. */
export function SecurityEvents() {
  const { t } = useTranslation('profile');
  const query = useQuery(securityEventsQuery);
  const seeing = useSeeSecurityEvents();
  const hasNew = query.data?.events.some(({ isNew }) => isNew) ?? false;
  const see = () =>
    seeing.mutate(undefined, { onError: (cause) => notify.error(failureSentence(cause)) });
  return (
    <FormSection title={t('events.title')} hint={t('events.hint')}>
      <Loaded
        load={loadOf(query)}
        waiting={<SkeletonLines lines={2} />}
        isEmpty={({ events }) => events.length === 0}
        empty={<Text tone="muted">{t('events.none')}</Text>}
      >
        {({ events }) => (
          <Box as="ul" line="between">
            {events.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </Box>
        )}
      </Loaded>
      {hasNew && (
        <div>
          <Button onClick={see} busy={seeing.isPending}>
            {t('events.see')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function EventLine({ event: { kind, by, at, isNew } }: { event: SecurityEvent }) {
  const { t } = useTranslation('profile');
  return (
    <Box as="li" flow="row" gap={3} pad={[3, 0]} justify="between">
      <div>
        <Text weight="medium">{t(`events.kind.${kind}`)}</Text>
        <Text tone="muted" size="table">
          <bdi>{by ?? t('events.operator')}</bdi> · <InstantText at={at} />
        </Text>
      </div>
      {isNew && <StatusBadge tone="soon">{t('events.new')}</StatusBadge>}
    </Box>
  );
}
