import type { OpenSession } from '@bursar/contracts/distribution/profile';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { sessionsQuery, useEndSessions } from './profile.queries.ts';
import { AccessLine } from './AccessLine.tsx';

/** The account's open sessions, with buttons to end all but the current one. */
export function OpenSessions() {
  const { t } = useTranslation('profile');
  const query = useQuery(sessionsQuery);
  const ending = useEndSessions();
  const end = (sessionId: string | null) =>
    ending.mutate(sessionId, {
      onSuccess: ({ ended }) => notify.success(t('sessions.ended', { count: ended })),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  const others = query.data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <FormSection title={t('sessions.title')} hint={t('sessions.hint')}>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
        {(data) => (
          <Box as="ul" line="between">
            {data.sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                busy={ending.isPending && ending.variables === session.id}
                onEnd={() => end(session.id)}
              />
            ))}
          </Box>
        )}
      </Loaded>
      {others.length > 0 && (
        <div>
          <Button onClick={() => end(null)} busy={ending.isPending && ending.variables === null}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

type LineProps = {
  readonly session: OpenSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
};

function SessionLine({ session, busy, onEnd }: LineProps) {
  const { t } = useTranslation('profile');
  const device = deviceOf(session, t);
  const isPhone = ['iPhone', 'iPad', 'Android'].includes(session.system ?? '');
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <AccessLine
      icon={<Icon size={22} stroke={1.5} />}
      name={device}
      about={
        <Row as="p" lines={0} gap={3} align="stretch" tone="muted" size="table">
          {session.isCurrent ? (
            <>
              {/* The current session has a badge, so "this machine" is not repeated. */}
              {session.place !== 'this-machine' && <span>{placeOf(session, t)}</span>}
              <span>{t('sessions.activeNow')}</span>
            </>
          ) : (
            <>
              <span>{placeOf(session, t)}</span>
              <span>
                {t('sessions.lastSeen')} <InstantText at={session.lastSeenAt} style="ago" />
              </span>
            </>
          )}
        </Row>
      }
      action={
        session.isCurrent ? (
          <StatusBadge tone="good">{t('sessions.current')}</StatusBadge>
        ) : (
          <Button
            size="compact"
            onClick={onEnd}
            busy={busy}
            aria-label={t('sessions.endOf', { device })}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    />
  );
}

type Translate = TFunction<'profile'>;

function deviceOf({ browser, system }: OpenSession, t: Translate): string {
  if (browser !== null && system !== null) return t('sessions.device', { browser, system });
  return browser ?? system ?? t('sessions.unknownDevice');
}

function placeOf({ place, address }: OpenSession, t: Translate): string {
  switch (place) {
    case 'this-machine':
      return t('sessions.thisMachine');
    case 'local-network':
      return t('sessions.localNetwork', { address });
    case 'elsewhere':
      return t('sessions.elsewhere', { address });
  }
}
