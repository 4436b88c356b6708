import type { AssignmentTarget, LoanSelection } from '@bursar/contracts/assignments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { assignmentTargetsQuery } from './assignments.queries.ts';
import type { AssignmentTargets } from './assignments.queries.ts';
import { SpreadChoice } from './SpreadChoice.tsx';
import { MovePreview } from './MovePreview.tsx';
import { TargetChoice } from './TargetChoice.tsx';
import { useMoveLoans } from './use-move-loans.ts';

/** The loans that a move is about: which, and how many the reader has picked. */
export type LoansToMove = { readonly selection: LoanSelection; readonly count: number };

export type MoveDialogProps = {
  readonly opened: boolean;
  readonly loans: LoansToMove;
  readonly onClose: () => void;
  /** The loans have moved: what was picked is picked no more. */
  readonly onMoved: () => void;
};

/** Gives loans to a team or an agent: to whom, what would move, why; and a way back afterwards. */
export function AssignDialog({ opened, loans, onClose, onMoved }: MoveDialogProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const targets = useQuery({ ...assignmentTargetsQuery, enabled: opened });
  const move = useMoveLoans({
    opened,
    loans,
    kind: 'assign',
    nameOf: (target) =>
      target.spread
        ? t(`spread.over.${target.kind === 'team' ? 'teams' : 'agents'}`, {
            count: target.spread.ids.length,
            figure: format.count(target.spread.ids.length),
          })
        : nameOf(target, targets.data),
    onMoved: () => {
      onMoved();
      onClose();
    },
  });
  const { count } = loans;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('assign.title', { count, figure: format.count(count) })}
      submitLabel={t('assign.submit', {
        count: move.movingCount,
        figure: format.count(move.movingCount),
      })}
      onSubmit={move.submit}
      busy={move.isMoving}
      failure={move.failure}
    >
      {count > 1 && <SpreadChoice to={move.to} onAim={move.aim} />}
      <TargetChoice
        targets={targets}
        to={move.to}
        onAim={move.aim}
        problem={
          move.isTargetMissing
            ? t(move.to.isSpread ? 'spread.tooFew' : 'assign.targetMissing')
            : undefined
        }
      />
      <TextareaField
        id="assign-reason"
        label={t('reason')}
        value={move.reason}
        onChange={move.setReason}
        rows={2}
        maxLength={500}
      />
      <MovePreview move={move} />
    </FormDialog>
  );
}

function nameOf(target: AssignmentTarget, targets: AssignmentTargets | undefined): string {
  const holders = target.kind === 'team' ? targets?.teams : targets?.agents;
  return holders?.find(({ id }) => id === target.id)?.name ?? '';
}
