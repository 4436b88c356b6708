import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { AbsenceNotes } from './AbsenceNotes.tsx';
import classes from './AgentQueue.module.css';
import { emptyTexts, QueueProgress, QueueViewChoice, type QueueView } from './AgentQueue.tsx';
import { QueueChoice, useQueueId } from './QueueChoice.tsx';
import { QueueCard } from './QueueCard.tsx';
import { QueueList } from './QueueList.tsx';
import { CallsToCome, CoveredAgreements, WorkedToday } from './QueuePanels.tsx';
import { DeskRoom, QueueSkeleton } from './QueueSkeleton.tsx';
import { useQueuePlace } from './use-queue-place.ts';
import { agentQueueQuery } from './work-queue.queries.ts';

/** An agent's queue as that agent sees it, for the desk and the manager; without actions. */
export function AgentQueueToRead({ agentId }: { agentId: string }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const query = useQuery(agentQueueQuery(agentId, useQueueId()));
  const place = useQueuePlace(query.data?.items ?? []);
  const { current } = place;
  // A narrow screen shows either the card or the list.
  const [view, setView] = useState<QueueView>('list');
  return (
    <Loaded load={loadOf(query)} waiting={<QueueSkeleton />}>
      {(data) => (
        <section aria-label={t('queue.title')}>
          <QueueProgress queue={data} />
          <AbsenceNotes queue={data} of={data.agent.name} />
          <QueueChoice queue={data} />
          {current && <QueueViewChoice view={view} onChoose={setView} />}
          {current ? (
            <DeskRoom data-view={view}>
              <QueueList
                items={data.items}
                currency={data.currency}
                left={data.left}
                chosen={place.index}
                onChoose={(index) => {
                  place.go(index);
                  setView('card');
                }}
              />
              <QueueCard
                key={current.loanId}
                item={current}
                quietHours={data.quietHours}
                place={{ number: place.index + 1, of: data.left }}
                onNext={place.next}
                onPrevious={place.previous}
              />
            </DeskRoom>
          ) : (
            <div className={classes.done}>
              <EmptyState
                icon={<IconCircleCheck size={22} stroke={1.5} />}
                {...emptyTexts(data, { t, format, of: data.agent.name })}
              />
            </div>
          )}
          <Stack gap={6} className={classes.panels}>
            <CallsToCome queue={data} />
            <CoveredAgreements covers={data.covers} />
            <WorkedToday worked={data.worked} />
          </Stack>
        </section>
      )}
    </Loaded>
  );
}
