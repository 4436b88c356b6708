import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useImmediate } from '../state/use-immediate.ts';
import { Button } from '../button/Button.tsx';
import { FilterChip } from './FilterChip.tsx';
import { setFilter } from './filter-values.ts';
import type { Filter, FilterValue, FilterValues } from './filter-values.ts';
import { SearchBox } from './SearchBox.tsx';
import classes from './FilterBar.module.css';

type FilterBarProps = {
  /** What can be filtered by, declared outside the component or memoised. */
  filters: readonly Filter[];
  values: FilterValues;
  /** The page writes them into its address with `filtersToSearch`. */
  onChange: (values: FilterValues) => void;
  /** Stands behind the chips: `SavedViews`. */
  children?: ReactNode;
};

/** The filters of a list as chips: each says what it is set to, opens to be set, and is taken away. */
export function FilterBar({ filters, children, ...given }: FilterBarProps) {
  const [values, onChange] = useImmediate(given.values, given.onChange);
  const { t } = useTranslation('ui');
  const set = (id: string) => (value: FilterValue | undefined) =>
    onChange(setFilter(values, id, value));
  const isAnySet = filters.some(({ id }) => values[id] !== undefined);
  const propsOf = (id: string) => ({ value: values[id], onChange: set(id) });
  return (
    <search className={classes.bar} aria-label={t('filters.label')}>
      {filters.map(
        (filter) =>
          filter.kind === 'search' && (
            <SearchBox key={filter.id} filter={filter} {...propsOf(filter.id)} />
          ),
      )}
      <div className={classes.chips}>
        {filters.map(
          (filter) =>
            filter.kind !== 'search' && (
              <FilterChip key={filter.id} filter={filter} {...propsOf(filter.id)} />
            ),
        )}
        {isAnySet && (
          <Button size="compact" kind="quiet" onClick={() => onChange({})}>
            {t('filters.clearAll')}
          </Button>
        )}
      </div>
      {children}
    </search>
  );
}
