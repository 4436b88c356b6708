import { AssignDialog } from '../../features/distribution/assignments/AssignDialog.tsx';
import { TakeBackDialog } from '../../features/distribution/assignments/MoveDialog.tsx';
import type { ChosenLoans } from '../../features/servicing/loans/LoanList.tsx';
import { TagLoansDialog } from '../../features/distribution/tags/TagLoansDialog.tsx';

export type BulkKind = 'assign' | 'take-back' | 'tag';

type LoanMovesProps = {
  /** The open dialog; null if none is open. */
  readonly kind: BulkKind | null;
  readonly loans: ChosenLoans;
  readonly onClose: () => void;
};

/** The dialogs of the bulk actions on the selected loans. */
export function LoanMoves({ kind, loans, onClose }: LoanMovesProps) {
  return (
    <>
      <AssignDialog
        opened={kind === 'assign'}
        loans={loans}
        onClose={onClose}
        onMoved={loans.clear}
      />
      <TakeBackDialog
        opened={kind === 'take-back'}
        loans={loans}
        onClose={onClose}
        onMoved={loans.clear}
      />
      <TagLoansDialog opened={kind === 'tag'} loans={loans} onClose={onClose} />
    </>
  );
}
