import type { Role } from '@bursar/contracts/roles';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { FilterBar } from '../../../ui/filters/FilterBar.tsx';
import { isDayRange } from '../../../ui/filters/filter-values.ts';
import type { Filter, FilterValue, FilterValues } from '../../../ui/filters/filter-values.ts';
import { withChosen } from '../../../ui/filters/with-chosen.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { useIsPhone } from '../../../ui/state/use-media.ts';
import { earnerChoicesQuery } from './income.queries.ts';
import { incomeSteps, rangeNames, usualRange } from './income-range.ts';
import type { Days, DaysShown, IncomeView, RangeName } from './income-range.ts';
import classes from './Income.module.css';

type IncomeFiltersProps = {
  view: IncomeView;
  days: DaysShown;
  role: Role;
  /** False if the portfolio’s fiscal year does not start in January. */
  isCalendarYear: boolean;
  /** The reason, as a sentence, why the days cannot be shown; undefined if they can. */
  problem: string | undefined;
  onChange: (view: IncomeView) => void;
};

/**
 * Filters by days, step and earner; all are stored in the address. On a phone they are folded, so
 * that the figures come first.
 */
export function IncomeFilters(props: IncomeFiltersProps) {
  return useIsPhone() ? <FoldedFilters {...props} /> : <AllFilters {...props} />;
}

/** A button that names the chosen period and step, and opens the filters below it. */
function FoldedFilters(props: IncomeFiltersProps) {
  const { view, days, problem } = props;
  const { t } = useTranslation(['income', 'ui']);
  const nameOf = useRangeName(props);
  const id = useId();
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || problem !== undefined;
  const chosen = [
    nameOf(view.range),
    t(`step.${days.step}`),
    ...(view.teamId === null ? [] : [t('filter.team')]),
    ...(view.agentId === null ? [] : [t('filter.agent')]),
  ];
  return (
    <Stack gap={3}>
      <Button
        icon={<IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <span className="unseen">{t('ui:filters.label')}: </span>
        {chosen.join(' · ')}
      </Button>
      <div id={id} hidden={!isOpen}>
        <AllFilters {...props} />
      </div>
    </Stack>
  );
}

function useRangeName({ isCalendarYear }: IncomeFiltersProps): (range: RangeName) => string {
  const { t } = useTranslation('income');
  return (range) =>
    !isCalendarYear && (range === 'this-year' || range === 'last-year')
      ? t(`fiscalRange.${range}`)
      : t(`range.${range}`);
}

function AllFilters(props: IncomeFiltersProps) {
  const { view, days, problem, onChange } = props;
  const { t } = useTranslation('income');
  const nameOf = useRangeName(props);
  const chooseRange = (range: RangeName) =>
    // A custom range starts with the current days.
    onChange({ ...view, range, step: null, custom: range === 'custom' ? days : null });
  return (
    <Stack gap={3}>
      <Row lines={2} gap={4}>
        <SegmentedChoice
          label={t('range.label')}
          choices={rangeNames.map((value) => ({ value, label: nameOf(value) }))}
          chosen={view.range}
          onChoose={chooseRange}
        />
        <Row lines={2} gap={4} className={classes.filters}>
          <SegmentedChoice
            label={t('step.label')}
            choices={incomeSteps.map((value) => ({ value, label: t(`step.${value}`) }))}
            chosen={days.step}
            onChoose={(step) => onChange({ ...view, step })}
          />
          <IncomeFilterBar {...props} />
        </Row>
      </Row>
      {problem && (
        <Text role="alert" tone="late">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** The days of a custom range, and the earner; an agent sees only its own income. */
function IncomeFilterBar({ view, role, onChange }: IncomeFiltersProps) {
  const filters = useFilters(view, role);
  if (filters.length === 0) return null;
  const change = (next: FilterValues) => {
    const teamId = idOf(next['team']);
    // Another team has other agents, so the filter by agent is cleared.
    const agentId = teamId === view.teamId ? idOf(next['agent']) : null;
    const custom = view.custom && daysOf(next['days']);
    onChange({
      ...view,
      teamId,
      agentId,
      custom,
      range: view.custom && !custom ? usualRange : view.range,
    });
  };
  return <FilterBar filters={filters} values={toValues(view)} onChange={change} />;
}

function useFilters(view: IncomeView, role: Role): readonly Filter[] {
  const { t } = useTranslation('income');
  const hasEarners = role !== 'agent';
  const { data } = useQuery({ ...earnerChoicesQuery, enabled: hasEarners });
  const agents = data?.agents.filter(
    (agent) => view.teamId === null || agent.teamId === view.teamId,
  );
  const filters: Filter[] = [];
  if (view.custom) filters.push({ id: 'days', kind: 'days', label: t('filter.days') });
  if (role === 'user') {
    const options = withChosen(data?.teams.map(toOption), {
      chosen: view.teamId,
      missing: t('filter.otherTeam'),
    });
    filters.push({ id: 'team', kind: 'choice', label: t('filter.team'), options });
  }
  if (hasEarners) {
    const options = withChosen(agents?.map(toOption), {
      chosen: view.agentId,
      missing: t('filter.otherAgent'),
    });
    filters.push({ id: 'agent', kind: 'choice', label: t('filter.agent'), options });
  }
  return filters;
}

function toOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}

function toValues({ custom, teamId, agentId }: IncomeView): FilterValues {
  return {
    ...(custom && { days: custom }),
    ...(teamId !== null && { team: teamId }),
    ...(agentId !== null && { agent: agentId }),
  };
}

function idOf(value: FilterValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Returns the days of a custom range. If only one day is set, the range has that day only; an empty
 * filter returns null, which restores the default range.
 */
function daysOf(value: FilterValue | undefined): Days | null {
  if (!isDayRange(value)) return null;
  const from = value.from ?? value.to;
  const to = value.to ?? value.from;
  return from !== undefined && to !== undefined ? { from, to } : null;
}
