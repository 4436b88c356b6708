import type { AssignmentBatch } from '@bursar/contracts/distribution/assignments';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { batchesQuery } from './assignments.queries.ts';
import { LoanOfMove } from './LoanOfMove.tsx';
import { MoveReason } from './MoveReason.tsx';
import { UndoButton } from './UndoButton.tsx';
import { UndoMoveDialog } from './UndoMoveDialog.tsx';
import type { UndoableMove } from './UndoMoveDialog.tsx';

type BatchDrawerProps = { readonly opened: boolean; readonly onClose: () => void };

/** All assignment batches: who moved how many loans to whom, and whether the batch was undone. */
export function BatchDrawer({ opened, onClose }: BatchDrawerProps) {
  const { t } = useTranslation('assignments');
  const query = useInfiniteQuery({ ...batchesQuery, enabled: opened });
  const [undoing, setUndoing] = useState<UndoableMove | null>(null);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('batches.title')} size="record">
      <Loaded
        load={loadOf(query)}
        waiting={<SkeletonLines lines={8} />}
        empty={<EmptyState title={t('batches.none')} hint={t('batches.noneHint')} />}
        isEmpty={({ pages }) => pages[0]?.batches.length === 0}
      >
        {({ pages }) => {
          const batches = pages.flatMap((page) => page.batches);
          return (
            <div>
              <Timeline
                label={t('batches.title')}
                events={batches.map((batch) => ({
                  id: batch.id,
                  at: batch.madeAt,
                  title: <Batch batch={batch} />,
                  detail: (batch.reason || batch.undone) && <Circumstances batch={batch} />,
                  by: batch.madeBy,
                  action: batch.undo && (
                    <UndoButton
                      move={{ batchId: batch.id, loans: batch.loans, holders: batch.undo.holders }}
                      onUndo={setUndoing}
                    />
                  ),
                }))}
              />
              <MoreRows shown={batches.length} pages={query} />
            </div>
          );
        }}
      </Loaded>
      <UndoMoveDialog move={undoing} onClose={() => setUndoing(null)} />
    </SideDrawer>
  );
}

type BatchProps = { readonly batch: AssignmentBatch };

/** The batch's size and target, with links to its loans that the user can still see. */
function Batch({ batch: { id, kind, loans, loan, holder, spreadOver } }: BatchProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const role = useSession()?.role;
  const figures = { count: loans, figure: format.count(loans) };
  const text =
    kind === 'take-back'
      ? t('batches.takenBack', figures)
      : spreadOver > 0
        ? t('batches.spread', { ...figures, over: format.count(spreadOver) })
        : t('batches.assigned', { ...figures, holder: isolated(holder ?? '–') });
  if (loan) {
    return (
      <>
        {text}
        {' · '}
        <LoanOfMove loan={loan} />
      </>
    );
  }
  if (role !== 'user' && role !== 'team') return text;
  return (
    <TextLink plain quiet to={paths.loansOfBatch(role, id)}>
      {text}
    </TextLink>
  );
}

function Circumstances({ batch: { reason, undone } }: BatchProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  return (
    <>
      {reason !== '' && <MoveReason reason={reason} />}
      {undone && (
        <p>{t('batches.undone', { name: undone.by, at: format.instant(undone.at, 'minute') })}</p>
      )}
    </>
  );
}
