import { activityKinds, type ActivityKind } from '@bursar/contracts/activity-kinds';
import { contactChannels } from '@bursar/contracts/records/closed-channels';
import type { LoanActivity as Activity } from '@bursar/contracts/servicing/loan-activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReasonText } from '../../access/audit-events/ReasonText.tsx';
import { eventText } from '../../access/audit-events/event-text.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { DaysText } from '../../../ui/format/DayText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { loanActivityQuery } from './loans.queries.ts';

/** The events of a loan, newest first; the address may filter them by kind. */
export function LoanActivity({ loanId }: { loanId: string }) {
  const { t } = useTranslation(['loans', 'audit']);
  const { t: auditWords } = useTranslation('audit');
  const [asked, setAsked] = useAddress('kind');
  const kind = activityKinds.find((one) => one === asked);
  const query = useInfiniteQuery(loanActivityQuery(loanId, kind));
  return (
    <Stack gap={4}>
      <SegmentedChoice<ActivityKind | 'all'>
        label={t('activity.kind')}
        choices={(['all', ...activityKinds] as const).map((value) => ({
          value,
          label: t(`activity.of.${value}`),
        }))}
        chosen={kind ?? 'all'}
        onChoose={(chosen) => setAsked(chosen === 'all' ? null : chosen)}
      />
      <Loaded
        load={loadOf(query)}
        waiting={<SkeletonLines lines={6} />}
        empty={<EmptyLine title={t('activity.none')} />}
        isEmpty={({ pages }) => pages.every(({ rows }) => rows.length === 0)}
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return (
            <Stack gap={3}>
              <Timeline
                label={t('tab.activity')}
                events={rows.map((row) => ({
                  id: row.id,
                  at: row.at,
                  title: <Happened row={row} what={eventText(auditWords, row.event)} />,
                  detail: <Circumstances row={row} />,
                  by: row.by ?? t('activity.byItself'),
                }))}
              />
              <MoreRows shown={rows.length} pages={query} />
            </Stack>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function Happened({ row: { amount }, what }: { readonly row: Activity; readonly what: string }) {
  return (
    <Row as="span" gap={2} lines={0}>
      {what}
      {amount && <Money {...amount} />}
    </Row>
  );
}

function Circumstances({ row: { reason, lateSince, contact } }: { readonly row: Activity }) {
  const { t } = useTranslation(['loans', 'contact-log']);
  const channel = contactChannels.find((one) => one === contact?.channel);
  return (
    <>
      {contact && (
        <p>
          {channel && `${t(`contact-log:channel.${channel}`)} · `}
          {t(`contact-log:outcome.${contact.outcome}`)}
        </p>
      )}
      {contact && contact.note !== '' && (
        <p>
          <bdi>{contact.note}</bdi>
        </p>
      )}
      {lateSince.length > 0 && (
        <p>
          {t('activity.lateSince')} <DaysText days={lateSince} />
        </p>
      )}
      {reason !== '' && (
        <p>
          <ReasonText reason={reason} />
        </p>
      )}
    </>
  );
}
