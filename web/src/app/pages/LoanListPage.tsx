import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignDialog } from '../../features/assignments/AssignDialog.tsx';
import { assignmentTargetsQuery } from '../../features/assignments/assignments.queries.ts';
import { TakeBackDialog } from '../../features/assignments/TakeBackDialog.tsx';
import { LoanList } from '../../features/loans/LoanList.tsx';
import type { ChosenLoans } from '../../features/loans/LoanList.tsx';
import type { LoanListFacts } from '../../features/loans/loan-lists.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button/Button.tsx';
import { prefetchPage } from '../prefetch-pages.ts';

type LoanListPageProps = {
  readonly facts: LoanListFacts;
  readonly actions?: ReactNode;
  readonly emptyAction?: ReactNode;
};

/** A list of loans together with assigning and taking back the ones picked. */
export function LoanListPage({ facts, actions, emptyAction }: LoanListPageProps) {
  const mayAssign = useMay('assign-loans');
  const [move, setMove] = useState(noMove);
  const close = () => setMove({ ...move, kind: null });
  const { loans } = move;
  return (
    <>
      <LoanList
        facts={facts}
        holderOptions={useHolderOptions(mayAssign)}
        actions={actions}
        emptyAction={emptyAction}
        onIntent={() => prefetchPage('/loan-details')}
        {...(mayAssign && {
          bulkActions: (chosen) => (
            <MoveButtons
              canTakeBack={facts.view !== 'unassigned'}
              onMove={(kind) => setMove({ kind, loans: chosen })}
            />
          ),
        })}
      />
      <AssignDialog
        opened={move.kind === 'assign'}
        loans={loans}
        onClose={close}
        onMoved={loans.clear}
      />
      <TakeBackDialog
        opened={move.kind === 'take-back'}
        loans={loans}
        onClose={close}
        onMoved={loans.clear}
      />
    </>
  );
}

type Move = {
  /** Null while no dialog is open; the loans stay, so that a closing dialog keeps its words. */
  readonly kind: 'assign' | 'take-back' | null;
  readonly loans: ChosenLoans;
};

const noMove: Move = {
  kind: null,
  loans: { selection: { loanIds: [] }, count: 0, clear: () => undefined },
};

type MoveButtonsProps = {
  readonly canTakeBack: boolean;
  readonly onMove: (kind: 'assign' | 'take-back') => void;
};

function MoveButtons({ canTakeBack, onMove }: MoveButtonsProps) {
  const { t } = useTranslation('assignments');
  return (
    <>
      {canTakeBack && (
        <Button size="compact" onClick={() => onMove('take-back')}>
          {t('action.takeBack')}
        </Button>
      )}
      <Button size="compact" kind="primary" onClick={() => onMove('assign')}>
        {t('action.assign')}
      </Button>
    </>
  );
}

/** Whom the reader can filter by: whoever may assign may know the holders. */
function useHolderOptions(mayAssign: boolean) {
  const { data: session } = useQuery(sessionQuery);
  const { data: targets } = useQuery({ ...assignmentTargetsQuery, enabled: mayAssign });
  // Until the session has arrived nothing is written in a currency yet.
  const currency = session?.portfolio?.currency ?? '';
  return useMemo(
    () => ({
      currency,
      teams: targets?.teams.map(toOption),
      agents: targets?.agents.map(toOption),
    }),
    [currency, targets],
  );
}

function toOption({ id, name, loans }: { id: string; name: string; loans: number }) {
  return { value: id, label: name, count: loans };
}
