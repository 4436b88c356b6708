import type { AssignmentTarget } from '@bursar/contracts/assignments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { assignmentTargetsQuery } from './assignments.queries.ts';
import type { AssignmentTargets } from './assignments.queries.ts';
import { MoveDialog } from './MoveDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';
import { SpreadChoice } from './SpreadChoice.tsx';
import { TargetChoice } from './TargetChoice.tsx';
import { useMoveLoans } from './use-move-loans.ts';

/** Gives loans to a team or an agent: to whom, what would move, why; and a way back afterwards. */
export function AssignDialog(dialog: MoveDialogProps) {
  const { opened, loans } = dialog;
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const targets = useQuery({ ...assignmentTargetsQuery, enabled: opened });
  const move = useMoveLoans({
    ...dialog,
    kind: 'assign',
    nameOf: (target) =>
      target.spread
        ? t(`spread.over.${target.kind === 'team' ? 'teams' : 'agents'}`, {
            count: target.spread.ids.length,
            figure: format.count(target.spread.ids.length),
          })
        : nameOf(target, targets.data),
  });
  return (
    <MoveDialog {...dialog} words="assign" move={move}>
      {loans.count > 1 && <SpreadChoice to={move.to} onAim={move.aim} />}
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
    </MoveDialog>
  );
}

function nameOf(target: AssignmentTarget, targets: AssignmentTargets | undefined): string {
  const holders = target.kind === 'team' ? targets?.teams : targets?.agents;
  return holders?.find(({ id }) => id === target.id)?.name ?? '';
}
