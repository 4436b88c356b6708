import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoanListConfig } from '../../features/servicing/loans/loan-lists.ts';
import { LoanList, type ChosenLoans } from '../../features/servicing/loans/LoanList.tsx';
import { ListViews } from '../../features/access/saved-views/ListViews.tsx';
import { ManageTags } from '../../features/distribution/tags/ManageTags.tsx';
import { useMay } from '../../lib/session-query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { prefetchPage } from '../prefetch-pages.ts';
import type { BulkKind } from './LoanMoves.tsx';
import { OfferQueue } from '../../features/collections/work-queue/OfferQueue.tsx';
import { useHolderOptions } from './use-holder-options.ts';

type LoanListPageProps = {
  readonly config: LoanListConfig;
  readonly actions?: ReactNode;
  readonly emptyAction?: ReactNode;
};

/** A list of loans with the bulk actions on the selected ones. */
export function LoanListPage({ config, actions, emptyAction }: LoanListPageProps) {
  const mayAssign = useMay('assign-loans');
  const mayTag = useMay('tag-loans');
  const mayManageTags = useMay('manage-tags');
  const maySetQueues = useMay('set-view-queues');
  const isPhone = useIsPhone();
  const [move, setMove] = useState(noMove);
  const close = () => setMove({ ...move, kind: null });
  const { loans } = move;
  return (
    <>
      <LoanList
        config={config}
        holderOptions={useHolderOptions(mayAssign)}
        actions={
          <>
            {mayManageTags && !isPhone && <ManageTags />}
            {actions}
          </>
        }
        emptyAction={emptyAction}
        {...(mayAssign &&
          config.view === 'unassigned' && {
            allActions: (all) => <AssignAll all={all} onAct={setMove} />,
          })}
        views={(list, shown) => (
          <>
            <ListViews {...list} />
            {maySetQueues && <OfferQueue view={shown} />}
            {mayManageTags && isPhone && <ManageTags isQuiet />}
          </>
        )}
        onIntent={() => prefetchPage('/loan-details')}
        {...((mayAssign || mayTag) && {
          bulkActions: (chosen) => (
            <BulkButtons
              kinds={[
                ...(mayTag ? (['tag'] as const) : []),
                ...(mayAssign && config.view !== 'unassigned' ? (['take-back'] as const) : []),
                ...(mayAssign ? (['assign'] as const) : []),
              ]}
              onAct={(kind) => setMove({ kind, loans: chosen })}
            />
          ),
        })}
      />
      {/* Mounted on first use, so that the list loads without it. */}
      {loans.count > 0 && (
        <Suspense>
          <LoanMoves kind={move.kind} loans={loans} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const LoanMoves = lazy(() => import('./LoanMoves.tsx').then((m) => ({ default: m.LoanMoves })));

type Move = {
  /** Null while no dialog is open; the loans remain, so that a closing dialog keeps its text. */
  readonly kind: BulkKind | null;
  readonly loans: ChosenLoans;
};

const noMove: Move = {
  kind: null,
  loans: { selection: { loanIds: [] }, count: 0, clear: () => undefined },
};

type AssignAllProps = { readonly all: ChosenLoans; readonly onAct: (move: Move) => void };

/** Assigns all listed loans, without selecting them first. */
function AssignAll({ all, onAct }: AssignAllProps) {
  const { t } = useTranslation('assignments');
  return (
    <Button
      kind="primary"
      disabled={all.count === 0}
      onClick={() => onAct({ kind: 'assign', loans: all })}
    >
      {t('action.assignAll')}
    </Button>
  );
}

type BulkButtonsProps = {
  readonly kinds: readonly BulkKind[];
  readonly onAct: (kind: BulkKind) => void;
};

function BulkButtons({ kinds, onAct }: BulkButtonsProps) {
  const { t } = useTranslation(['assignments', 'tags']);
  const labels = {
    tag: t('tags:bulk.action'),
    'take-back': t('action.takeBack'),
    assign: t('action.assign'),
  };
  return kinds.map((kind) => (
    <Button
      key={kind}
      size="compact"
      kind={kind === 'assign' ? 'primary' : 'secondary'}
      onClick={() => onAct(kind)}
    >
      {labels[kind]}
    </Button>
  ));
}
