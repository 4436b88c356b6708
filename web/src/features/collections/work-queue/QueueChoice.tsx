import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import type { Queue } from './work-queue.queries.ts';

const parameter = 'list';

/** The queue from a view that the address names; null for the agent's own queue. */
export function useQueueId(): string | null {
  const [search] = useSearchParams();
  return search.get(parameter);
}

/** The agent's own queue and those from views. A removed one shows the agent's own queue. */
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
