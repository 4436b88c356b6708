import type { CallCentre } from '@bursar/contracts/collections/call-centres';
import type { CallList } from '@bursar/contracts/collections/call-lists';
import { callStates } from '@bursar/contracts/choices';
import { useQuery } from '@tanstack/react-query';
import { IconHeadsetOff, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { timeZoneText } from '../../../ui/format/time-zone-text.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { StatStrip, StatTile } from '../../../ui/page/StatTile.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { callListQuery, recordQuery, useMayEdit, useOfferCall } from './call-centres.queries.ts';
import { centreMoment, durationText, hoursText } from './call-text.ts';
import classes from './CallDesk.module.css';
import { CurrentCall } from './CurrentCall.tsx';

/** The call list of a centre: its figures, its script and the next call. */
export function CallDesk({ back }: { readonly back: ReactNode }) {
  const { t } = useTranslation('call-centres');
  const [search] = useSearchParams();
  const query = useQuery(recordQuery('centre', search.get('id') ?? ''));
  useDocumentTitle(query.data?.name);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ tiles: 5, notes: true, parts: ['lines'] }}
      title={t('centre.one')}
      missing={
        <EmptyState
          icon={<IconHeadsetOff size={22} stroke={1.5} />}
          title={t('centre.notFound')}
          hint={t('page.notFoundHint')}
        />
      }
    >
      {(centre) => <Desk key={centre.id} centre={centre} back={back} />}
    </DetailPage>
  );
}

function Desk({ centre, back }: { readonly centre: CallCentre; readonly back: ReactNode }) {
  const { t } = useTranslation('call-centres');
  const query = useQuery(callListQuery(centre.id));
  const mayEdit = useMayEdit('centre', centre);
  return (
    <>
      <PageHeader
        title={<bdi>{centre.name}</bdi>}
        badges={centre.isArchived ? <Archived /> : query.data && <Opening list={query.data} />}
        description={
          <>
            <bdi>{centre.presetName}</bdi> ·{' '}
            <bdi dir="ltr">{timeZoneText(centre.timeZone, new Date())}</bdi>
          </>
        }
        back={back}
        actions={
          <>
            <ButtonLink to={paths.membersOfCentre(centre.id)}>{t('member.list')}</ButtonLink>
            {mayEdit && (
              <ButtonLink to={paths.editCallCentre(centre.id)}>{t('desk.edit')}</ButtonLink>
            )}
          </>
        }
      />
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={10} />}>
        {(list) => (
          <Stack gap={6}>
            <Figures list={list} centreId={centre.id} />
            <Box
              flow="grid"
              columns="minmax(0, 3fr) minmax(0, 2fr)"
              level="start"
              gap={8}
              className={classes.desk}
            >
              <CurrentCall list={list} centreId={centre.id}>
                <NextCall list={list} centreId={centre.id} />
              </CurrentCall>
              <Script list={list} />
            </Box>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function Archived() {
  const { t } = useTranslation('call-centres');
  return <StatusBadge tone="done">{t('page.archived')}</StatusBadge>;
}

/** Shows whether the centre is open now, and when that changes. */
function Opening({ list: { isOpen, turnsAt, timeZone } }: { readonly list: CallList }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  const moment = centreMoment(format, timeZone, turnsAt);
  return (
    <StatusBadge tone={isOpen ? 'good' : 'neutral'}>
      {t(isOpen ? 'desk.openUntil' : 'desk.opensAt', { moment })}
    </StatusBadge>
  );
}

type FiguresProps = { readonly list: CallList; readonly centreId: string };

/**
 * The number of patients per state of their calls; a number above zero has a link to these
 * patients.
 */
function Figures({ list, centreId }: FiguresProps) {
  const { t } = useTranslation('call-centres');
  return (
    <StatStrip label={t('desk.figures')}>
      {callStates.map((state) => (
        <StatTile
          key={state}
          label={t(`state.${state}`)}
          value={<Count value={list.counts[state]} />}
          note={
            list.counts[state] === 0 ? (
              '–'
            ) : (
              <Link
                to={paths.patientsOfCentre(centreId, state)}
                aria-label={t('desk.showState', { state: t(`state.${state}`) })}
              >
                {t('desk.show')}
              </Link>
            )
          }
        />
      ))}
    </StatStrip>
  );
}

/**
 * Shows how many calls are due and why others are not. The button for the next call appears only if
 * the user may call, the centre is open and a call is free.
 */
function NextCall({ list, centreId }: FiguresProps) {
  const { t } = useTranslation('call-centres');
  const offering = useOfferCall(centreId);
  const free = list.counts.ready - list.withOthers - list.inQuietHours;
  const isDue = list.isOpen && free > 0;
  return (
    <Panel title={t('desk.next')}>
      <Stack gap={4}>
        <Stack as="ul" gap={2}>
          {reasonsOf(list).map(({ textKey, values }) => (
            <Reason key={textKey} textKey={textKey} values={values} timeZone={list.timeZone} />
          ))}
        </Stack>
        {list.mayCall && isDue && (
          <div>
            <Button
              kind="primary"
              icon={<IconPhone size={18} stroke={1.5} />}
              busy={offering.isPending}
              onClick={() =>
                offering.mutate(undefined, {
                  onError: (cause) => notify.error(failureSentence(cause)),
                })
              }
            >
              {t('desk.take')}
            </Button>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

type Reasoned = {
  readonly textKey: string;
  readonly values: { readonly count?: number; readonly moment?: string };
};

/**
 * Returns the lines to show: why the user cannot call now, the number of due calls, and why other
 * patients cannot be called yet.
 */
function reasonsOf(list: CallList): readonly Reasoned[] {
  const { counts, withOthers, inQuietHours, nextRetryAt, quietUntil } = list;
  const free = counts.ready - withOthers - inQuietHours;
  const reasons: (Reasoned | false)[] = [
    !list.mayCall && { textKey: 'notCalling', values: {} },
    !list.isOpen && { textKey: 'closed', values: { moment: list.turnsAt } },
    { textKey: 'due', values: { count: free } },
    withOthers > 0 && { textKey: 'withOthers', values: { count: withOthers } },
    inQuietHours > 0 &&
      quietUntil !== null && {
        textKey: 'quiet',
        values: { count: inQuietHours, moment: quietUntil },
      },
    counts.waits > 0 &&
      nextRetryAt !== null && {
        textKey: 'waits',
        values: { count: counts.waits, moment: nextRetryAt },
      },
    counts['no-consent'] > 0 && { textKey: 'noConsent', values: { count: counts['no-consent'] } },
  ];
  return reasons.filter((reason) => reason !== false);
}

function Reason({ textKey, values, timeZone }: Reasoned & { readonly timeZone: string }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  const { count, moment } = values;
  return (
    <Text as="li" tone={textKey === 'due' ? 'ink' : 'soft'}>
      {t(`desk.reason.${textKey}`, {
        count,
        figure: format.count(count ?? 0),
        moment: moment && centreMoment(format, timeZone, moment),
      })}
    </Text>
  );
}

function Script({ list: { preset } }: { readonly list: CallList }) {
  const { t } = useTranslation('call-centres');
  const format = useFormat();
  return (
    <Panel title={t('desk.script')} note={<bdi>{preset.name}</bdi>}>
      <Stack gap={4}>
        <Box as="p" breaks className={classes.script} dir="auto">
          {preset.script}
        </Box>
        <Text tone="muted" size="table">
          {t('desk.steering', {
            hours: hoursText(t, format, preset),
            attempts: t('desk.attempts', {
              count: preset.attempts,
              figure: format.count(preset.attempts),
            }),
            retry: durationText(t, format, preset.retryMinutes),
          })}
        </Text>
      </Stack>
    </Panel>
  );
}
