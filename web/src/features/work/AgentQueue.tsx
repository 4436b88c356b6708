import type { QueueItem } from '@bursar/contracts/work';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { QueueCard } from './QueueCard.tsx';
import type { QueueAction } from './QueueCard.tsx';
import { QueueList } from './QueueList.tsx';
import { QueueProgress } from './QueueProgress.tsx';
import { QueueSkeleton } from './QueueSkeleton.tsx';
import { useQueuePlace } from './use-queue-place.ts';
import { queueQuery } from './work.queries.ts';
import { WorkedToday } from './WorkedToday.tsx';
import classes from './AgentQueue.module.css';

const views = ['card', 'list'] as const;
type View = (typeof views)[number];

type AgentQueueProps = {
  /** Opens what an action needs; the page has it from the features that it joins. */
  readonly onAct: (action: QueueAction, item: QueueItem) => void;
  /** A loan that has come into view: what it needs can be fetched ahead. */
  readonly onShow: (item: QueueItem) => void;
};

/** Today's loans of an agent, what matters most first, each a key away from what one does to it. */
export function AgentQueue({ onAct, onShow }: AgentQueueProps) {
  const { t } = useTranslation('work');
  const query = useQuery(queueQuery);
  const place = useQueuePlace(query.data?.items ?? []);
  const { current } = place;
  // On a phone one of them stands in sight at a time.
  const [view, setView] = useState<View>('card');
  return (
    <Loaded load={loadOf(query)} waiting={<QueueSkeleton />}>
      {(data) => (
        <section aria-label={t('queue.title')}>
          <QueueProgress queue={data} />
          {current && (
            <div className={classes.views}>
              <SegmentedChoice
                label={t('queue.view')}
                choices={views.map((value) => ({ value, label: t(`queue.views.${value}`) }))}
                chosen={view}
                onChoose={setView}
              />
            </div>
          )}
          {current ? (
            <div className={classes.desk} data-view={view}>
              <QueueList
                items={data.items}
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
                onAct={onAct}
                onShow={onShow}
              />
            </div>
          ) : (
            <div className={classes.done}>
              <EmptyState
                icon={<IconCircleCheck size={22} stroke={1.5} />}
                title={t('queue.empty')}
                hint={t('queue.emptyHint')}
              />
            </div>
          )}
          <WorkedToday worked={data.worked} />
        </section>
      )}
    </Loaded>
  );
}
