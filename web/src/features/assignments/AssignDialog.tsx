import type { AssignmentTarget } from '@bursar/contracts/assignments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { assignmentTargetsQuery, type AssignmentTargets } from './assignments.queries.ts';
import { MoveDialog, type MoveDialogProps } from './MoveDialog.tsx';
import { TargetChoice } from './TargetChoice.tsx';
import { useMoveLoans } from './use-move-loans.ts';
import { spreadRules } from '@bursar/contracts/choices';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';
import { setSpread, type TargetDraft } from './move-target.ts';
import classes from './SpreadChoice.module.css';

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

type SpreadChoiceProps = {
  readonly to: TargetDraft;
  readonly onAim: (to: TargetDraft) => void;
};

/** All to one, or a share for each of several; and by what the shares are even. */
function SpreadChoice({ to, onAim }: SpreadChoiceProps) {
  const { t } = useTranslation('assignments');
  return (
    <div className={classes.choice}>
      <SegmentedChoice
        label={t('spread.how')}
        choices={[
          { value: 'one', label: t('spread.toOne') },
          { value: 'several', label: t('spread.toSeveral') },
        ]}
        chosen={to.isSpread ? 'several' : 'one'}
        onChoose={(how) => onAim(setSpread(to, how === 'several'))}
      />
      {to.isSpread && (
        <SegmentedChoice
          label={t('spread.evenBy')}
          choices={spreadRules.map((rule) => ({ value: rule, label: t(`spread.by.${rule}`) }))}
          chosen={to.by}
          onChoose={(by) => onAim({ ...to, by })}
        />
      )}
    </div>
  );
}
