import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImmediate } from '../state/use-immediate.ts';
import { Button } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import { FilterChip } from './FilterChip.tsx';
import { setFilter } from './filter-values.ts';
import type { Filter, FilterValue, FilterValues } from './filter-values.ts';
import { SearchBox } from './SearchBox.tsx';
import classes from './FilterBar.module.css';

type FilterBarProps = {
  /** The available filters; declare them outside the component or memoise them. */
  filters: readonly Filter[];
  values: FilterValues;
  /** The page writes the values into its address with `filtersToSearch`. */
  onChange: (values: FilterValues) => void;
};

/**
 * The filters of a list as chips: each shows its value, opens to be changed, and can be cleared.
 * Rarely used filters are in a menu after them.
 */
export function FilterBar({ filters, ...given }: FilterBarProps) {
  const [values, onChange] = useImmediate(given.values, given.onChange);
  const [fetched, setFetched] = useState<readonly string[]>([]);
  const { t } = useTranslation('ui');
  const chips = useRef<HTMLDivElement>(null);
  useScrollEdges(chips);
  const showChip = (id: string) => setFetched([...fetched.filter((one) => one !== id), id]);
  const set = (id: string) => (value: FilterValue | undefined) => {
    // A cleared chip stays in place, so that the pointer or focus stays on it.
    showChip(id);
    onChange(setFilter(values, id, value));
  };
  const isAnySet = filters.some(({ id }) => values[id] !== undefined);
  const propsOf = (id: string) => ({ value: values[id], onChange: set(id) });
  const waits = ({ id, isSeldom = false }: Filter) =>
    isSeldom && values[id] === undefined && !fetched.includes(id);
  const waiting = filters.filter(waits);
  return (
    <search className={classes.bar} aria-label={t('filters.label')}>
      {filters.map(
        (filter) =>
          filter.kind === 'search' && (
            <SearchBox key={filter.id} filter={filter} {...propsOf(filter.id)} />
          ),
      )}
      <div ref={chips} data-chips className={`${classes.chips} ${edges.fades}`}>
        {filters.map(
          (filter) =>
            filter.kind !== 'search' &&
            !waits(filter) && (
              <FilterChip
                key={filter.id}
                filter={filter}
                opensAtOnce={values[filter.id] === undefined && fetched.at(-1) === filter.id}
                {...propsOf(filter.id)}
              />
            ),
        )}
        {waiting.length > 0 && (
          <Menu
            trigger={
              <Button
                size="compact"
                kind="quiet"
                icon={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
              >
                {t('filters.add')}
              </Button>
            }
            actions={waiting.map(({ id, label }) => ({ id, label, onSelect: () => showChip(id) }))}
            align="start"
          />
        )}
        {isAnySet && (
          <Button size="compact" kind="quiet" onClick={() => onChange({})}>
            {t('filters.clearAll')}
          </Button>
        )}
      </div>
    </search>
  );
}
