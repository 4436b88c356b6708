import type { AssignmentTarget } from '@bursar/contracts/distribution/assignments';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { spreadRules } from '@bursar/contracts/choices';
import { useId, useState } from 'react';
import { loadOf } from '../../../lib/load-of.ts';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { assignmentTargetsQuery, type AssignmentTargets } from './assignments.queries.ts';
import {
  listTargets,
  type TargetRow,
  setSpread,
  type TargetDraft,
  chooseTarget,
} from './move-target.ts';
import { MoveDialog, type MoveDialogProps } from './MoveDialog.tsx';
import classes from './MoveDialog.module.css';
import { useMoveLoans } from './use-move-loans.ts';

/** Assigns loans to a team or an agent, with a preview, a reason and an undo afterwards. */
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
    <MoveDialog {...dialog} textKey="assign" move={move}>
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
      <Row as="label" gap={2} wrap={false} align="start" size="table">
        <TickBox
          checked={move.borrowersTogether}
          onChange={(event) => move.setBorrowersTogether(event.currentTarget.checked)}
        />
        {t('together.keep')}
      </Row>
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

/** Lets the user assign all loans to one target or spread them over several, by count or amount. */
function SpreadChoice({ to, onAim }: SpreadChoiceProps) {
  const { t } = useTranslation('assignments');
  return (
    <Box flow="row" lines={2} gap={4} align="stretch" shrinks>
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
    </Box>
  );
}

type TargetChoiceProps = {
  readonly targets: UseQueryResult<AssignmentTargets>;
  readonly to: TargetDraft;
  readonly onAim: (to: TargetDraft) => void;
  readonly problem: string | undefined;
};

/** With more targets than this, the user gets a search field. */
const fewTargets = 8;

/** Teams and their agents as options, each with its current loans. */
function TargetChoice({ targets, to, onAim, problem }: TargetChoiceProps) {
  const { t } = useTranslation('assignments');
  const problemId = useId();
  const [sought, setSought] = useState('');
  const { data, failure } = loadOf(targets);
  if (failure && !data) return <ErrorState {...failure} />;
  if (!data) return <SkeletonLines lines={5} />;
  const rows = listTargets(data, sought);
  const isLong = data.teams.length + data.agents.length > fewTargets;
  return (
    <Box as="fieldset" flow="stack" gap={3} aria-describedby={problem ? problemId : undefined}>
      <Box as="legend" weight="medium" below={2}>
        {t('target.label')}
      </Box>
      {isLong && (
        <SearchBox
          filter={{ id: 'target', kind: 'search', label: t('target.search') }}
          value={sought}
          onChange={(text) => setSought(text ?? '')}
        />
      )}
      <div className={classes.rows}>
        {rows.map((row) => (
          <Target
            key={row.id}
            row={row}
            currency={data.currency}
            isChosen={to.ids.includes(row.id)}
            isOneOfSeveral={to.isSpread}
            onChoose={() => onAim(chooseTarget(to, row))}
          />
        ))}
        {rows.length === 0 && (
          <Box as="p" tone="muted" pad={4} text="center">
            {t(sought === '' ? 'target.none' : 'target.notFound')}
          </Box>
        )}
      </div>
      {problem && (
        <Text tone="late" size="table" id={problemId} role="alert">
          {problem}
        </Text>
      )}
    </Box>
  );
}

type TargetProps = {
  readonly row: TargetRow;
  readonly currency: string;
  readonly isChosen: boolean;
  readonly isOneOfSeveral: boolean;
  readonly onChoose: () => void;
};

function Target({ row, currency, isChosen, isOneOfSeveral, onChoose }: TargetProps) {
  const { t } = useTranslation('assignments');
  const format = useFormat();
  const { name, loans, outstandingMinor } = row;
  return (
    <ListRow
      as="label"
      lined
      pad={3}
      height="row"
      size="table"
      chosen={isChosen}
      className={classes.target}
      data-inside={row.isInTeam || undefined}
    >
      <TickBox
        type={isOneOfSeveral ? 'checkbox' : 'radio'}
        name="target"
        checked={isChosen}
        onChange={onChoose}
        disabled={row.isHomeless}
      />
      <Text as="span" clip weight={row.kind === 'team' ? 'medium' : 'text'}>
        <bdi>{name}</bdi>
        {row.isHomeless && <span className={classes.note}>{t('target.inNoTeam')}</span>}
      </Text>
      <Text as="span" tone="muted" tabular className={classes.loans}>
        {t('target.loans', { count: loans, figure: format.count(loans) })}
      </Text>
      <Text as="span" tone="muted" tabular className={classes.outstanding}>
        <Money amountMinor={outstandingMinor} currency={currency} withCurrency={false} />
      </Text>
    </ListRow>
  );
}
