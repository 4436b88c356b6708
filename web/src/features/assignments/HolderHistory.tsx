import type { HolderMove } from '@bursar/contracts/assignments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Timeline } from '../../ui/timeline/Timeline.tsx';
import { holderMovesQuery } from './assignments.queries.ts';
import classes from './HolderHistory.module.css';

type HolderHistoryProps = { readonly holder: 'agent' | 'team'; readonly id: string };

/** What came to an agent or a team and what went from it, newest first; nothing while nothing did. */
export function HolderHistory({ holder, id }: HolderHistoryProps) {
  const { t } = useTranslation('assignments');
  const query = useQuery(holderMovesQuery(holder, id));
  if (query.data?.moves.length === 0) return null;
  return (
    <section className={classes.history} aria-label={t('moves.title')}>
      <h2>{t('moves.title')}</h2>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
        {({ moves }) => (
          <Timeline
            label={t('moves.title')}
            events={moves.map((move) => ({
              id: move.batchId,
              at: move.madeAt,
              title: <Move move={move} />,
              detail: <Circumstances move={move} />,
            }))}
          />
        )}
      </Loaded>
    </section>
  );
}

function Move({ move: { kind, received, gaveUp } }: { move: HolderMove }) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const words = [
    ...(received > 0
      ? [t('moves.received', { count: received, figure: format.count(received) })]
      : []),
    ...(gaveUp > 0 ? [t('moves.gaveUp', { count: gaveUp, figure: format.count(gaveUp) })] : []),
  ];
  return (
    <>
      {format.list(words)}
      {kind === 'undo' && ` (${t('moves.undone')})`}
    </>
  );
}

function Circumstances({ move: { madeBy, reason } }: { move: HolderMove }) {
  const { t } = useTranslation('assignments');
  return (
    <>
      <p>{t('moves.by', { name: madeBy })}</p>
      {reason !== '' && <p>{t('history.reason', { reason })}</p>}
    </>
  );
}
