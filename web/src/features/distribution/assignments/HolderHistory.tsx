import type { HolderMove } from '@bursar/contracts/distribution/assignments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { holderMovesQuery } from './assignments.queries.ts';
import { LoanOfMove } from './LoanOfMove.tsx';
import { MoveReason } from './MoveReason.tsx';
import { UndoButton } from './UndoButton.tsx';
import { UndoMoveDialog } from './UndoMoveDialog.tsx';
import type { UndoableMove } from './UndoMoveDialog.tsx';

type HolderHistoryProps = { readonly holder: 'agent' | 'team'; readonly id: string };

/** Loans moved to and from an agent or a team, newest first; renders nothing if there are none. */
export function HolderHistory({ holder, id }: HolderHistoryProps) {
  const { t } = useTranslation('assignments');
  const query = useInfiniteQuery(holderMovesQuery(holder, id));
  const [undoing, setUndoing] = useState<UndoableMove | null>(null);
  if (query.data?.pages[0]?.moves.length === 0) return null;
  return (
    <Box flow="stack" as="section" aria-label={t('moves.title')}>
      <Text as="h2" size="body" weight="strong">
        {t('moves.title')}
      </Text>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={3} />}>
        {({ pages }) => {
          const moves = pages.flatMap((page) => page.moves);
          return (
            <div>
              <Timeline
                label={t('moves.title')}
                events={moves.map((move) => ({
                  id: move.batchId,
                  at: move.madeAt,
                  title: <Move move={move} />,
                  detail: move.reason && <MoveReason reason={move.reason} />,
                  by: move.madeBy,
                  action: move.undo && (
                    <UndoButton
                      move={{ batchId: move.batchId, ...move.undo }}
                      onUndo={setUndoing}
                    />
                  ),
                }))}
              />
              <MoreRows shown={moves.length} pages={query} />
            </div>
          );
        }}
      </Loaded>
      <UndoMoveDialog move={undoing} onClose={() => setUndoing(null)} />
    </Box>
  );
}

type MoveProps = { readonly move: HolderMove };

function Move({ move: { kind, received, gaveUp, loan } }: MoveProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const parts = [
    ...(received > 0
      ? [t('moves.received', { count: received, figure: format.count(received) })]
      : []),
    ...(gaveUp > 0 ? [t('moves.gaveUp', { count: gaveUp, figure: format.count(gaveUp) })] : []),
  ];
  return (
    <>
      {format.list(parts)}
      {kind === 'undo' && ` (${t('moves.undone')})`}
      {loan && (
        <>
          {' · '}
          <LoanOfMove loan={loan} />
        </>
      )}
    </>
  );
}
