import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import type { Queue } from './work-queue.queries.ts';

const parameter = 'list';

/**
 * Returns the id of the queue from a view that the address names; null for the agent's own queue.
 */
export function useQueueId(): string | null {
  const [search] = useSearchParams();
  return search.get(parameter);
}

/**
 * Lets the user choose between the agent's own queue and the queues from views. If the chosen queue
 * was removed, the agent's own queue is shown.
 */
export function QueueChoice({ queue }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const [, setSearch] = useSearchParams();
  if (queue.queues.length === 0) return null;
  return (
    <Box flow="row" pad={[0, 0, 3]}>
      <SegmentedChoice
        label={t('queues.choice')}
        choices={[
          { value: '', label: t('queues.own') },
          ...queue.queues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        chosen={queue.queueId ?? ''}
        onChoose={(queueId) =>
          setSearch(
            (search) => {
              if (queueId === '') search.delete(parameter);
              else search.set(parameter, queueId);
              return search;
            },
            { replace: true },
          )
        }
      />
    </Box>
  );
}
