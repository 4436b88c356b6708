import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { SearchBox } from '../../ui/filters/SearchBox.tsx';
import { TickBox } from '../../ui/form/TickBox.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import type { AssignmentTargets } from './assignments.queries.ts';
import { listTargets } from './list-targets.ts';
import type { TargetRow } from './list-targets.ts';
import { chooseTarget } from './move-target.ts';
import type { TargetDraft } from './move-target.ts';
import classes from './TargetChoice.module.css';

type TargetChoiceProps = {
  readonly targets: UseQueryResult<AssignmentTargets>;
  readonly to: TargetDraft;
  readonly onAim: (to: TargetDraft) => void;
  readonly problem: string | undefined;
};

/** More than this is easier found by typing than by looking. */
const fewTargets = 8;

/** Teams and their agents to choose from, each with what it holds now. */
export function TargetChoice({ targets, to, onAim, problem }: TargetChoiceProps) {
  const { t } = useTranslation('assignments');
  const problemId = useId();
  const [sought, setSought] = useState('');
  const { data, failure } = loadOf(targets);
  if (failure && !data) return <ErrorState {...failure} />;
  if (!data) return <SkeletonLines lines={5} />;
  const rows = listTargets(data, sought);
  const isLong = data.teams.length + data.agents.length > fewTargets;
  return (
    <fieldset className={classes.choice} aria-describedby={problem ? problemId : undefined}>
      <legend className={classes.legend}>{t('target.label')}</legend>
      {isLong && (
        <SearchBox
          filter={{ id: 'target', kind: 'search', label: t('target.search') }}
          value={sought}
          onChange={(words) => setSought(words ?? '')}
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
          <p className={classes.none}>{t(sought === '' ? 'target.none' : 'target.notFound')}</p>
        )}
      </div>
      {problem && (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
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
    <label
      className={classes.target}
      data-kind={row.kind}
      data-inside={row.isInTeam || undefined}
      data-chosen={isChosen || undefined}
    >
      <TickBox
        type={isOneOfSeveral ? 'checkbox' : 'radio'}
        name="target"
        checked={isChosen}
        onChange={onChoose}
        disabled={row.isHomeless}
      />
      <span className={classes.name}>
        <bdi>{name}</bdi>
        {row.isHomeless && <span className={classes.note}>{t('target.inNoTeam')}</span>}
      </span>
      <span className={classes.loans}>
        {t('target.loans', { count: loans, figure: format.count(loans) })}
      </span>
      <span className={classes.outstanding}>
        <Money amountMinor={outstandingMinor} currency={currency} withCurrency={false} />
      </span>
    </label>
  );
}
