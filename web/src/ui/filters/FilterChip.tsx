import { IconChevronDown, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import type { Formatters } from '../format/formatters.ts';
import { CalendarRoom } from '../form/CalendarRoom.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { ListRow } from '../list/ListRow.tsx';
import { LazyPopover } from '../overlay/LazyPopover.tsx';
import {
  isAmountRange,
  isDayRange,
  isList,
  isPercentRange,
  type Filter,
  type FilterValue,
  type DayRange,
} from './filter-values.ts';
import classes from './FilterBar.module.css';
import { OptionList } from './OptionList.tsx';

type FilterChipProps = {
  filter: Exclude<Filter, { kind: 'search' }>;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
  opensAtOnce?: boolean;
};

/** One filter: a quiet chip while unset, and a chip with its value once set. */
export function FilterChip(props: FilterChipProps) {
  const { filter, value, onChange, opensAtOnce = false } = props;
  const { t } = useTranslation('ui');
  const summary = useSummary(filter, value);
  const isSet = summary !== null;
  return (
    <div className={classes.chip} data-set={isSet || undefined}>
      <LazyPopover
        label={filter.label}
        position="bottom-start"
        opensAtOnce={opensAtOnce}
        trigger={
          <button type="button" className={classes.open}>
            <span>{filter.label}</span>
            {isSet ? (
              <Text as="span" tone="accent" tabular clip>
                {summary}
              </Text>
            ) : (
              <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
            )}
          </button>
        }
      >
        {(close) => <FilterEditor {...props} onDone={close} />}
      </LazyPopover>
      {isSet && (
        <button
          type="button"
          className={classes.remove}
          aria-label={t('filters.clear', { filter: filter.label })}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const AmountsEditor = lazy(() =>
  import('./FieldEditors.tsx').then((m) => ({ default: m.AmountsEditor })),
);

const PercentsEditor = lazy(() =>
  import('./FieldEditors.tsx').then((m) => ({ default: m.PercentsEditor })),
);

const TextEditor = lazy(() =>
  import('./FieldEditors.tsx').then((m) => ({ default: m.TextEditor })),
);

function FilterEditor(props: FilterChipProps & { onDone: () => void }) {
  const { filter, value, onChange, onDone } = props;
  const apply = (next: FilterValue | undefined) => {
    onChange(next);
    onDone();
  };
  if (filter.kind === 'amounts') {
    return (
      <Suspense>
        <AmountsEditor filter={filter} value={value} onApply={apply} />
      </Suspense>
    );
  }
  if (filter.kind === 'percents') {
    return (
      <Suspense>
        <PercentsEditor value={value} onApply={apply} />
      </Suspense>
    );
  }
  if (filter.kind === 'text') {
    return (
      <Suspense>
        <TextEditor label={filter.label} value={value} onApply={apply} />
      </Suspense>
    );
  }
  if (filter.kind === 'days') return <DaysEditor filter={filter} value={value} onApply={apply} />;
  const takes = filter.kind === 'choice' ? 'one' : 'any';
  const chosen = typeof value === 'string' ? [value] : isList(value) ? value : [];
  return (
    <OptionList
      label={filter.label}
      options={filter.options}
      takes={takes}
      chosen={chosen}
      onChange={(next) => onChange(takes === 'one' ? next[0] : next)}
      onDone={onDone}
    />
  );
}

/** Returns a short text for the value of a filter; null while it is not set. */
function useSummary(filter: FilterChipProps['filter'], value: FilterValue | undefined) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (value === undefined) return null;
  if (filter.kind === 'text') return typeof value === 'string' ? value : null;
  if (filter.kind === 'choice' || filter.kind === 'choices') {
    const chosen = filter.options.filter((option) =>
      isList(value) ? value.includes(option.value) : option.value === value,
    );
    const [first, second] = chosen.map((option) => option.label);
    if (first === undefined) return null;
    if (chosen.length <= 2) return second === undefined ? first : format.list([first, second]);
    return t('filters.andMore', { first, count: chosen.length - 1 });
  }
  const [from, to] = edgesOf(filter, value, format);
  if (from !== undefined && to !== undefined) return t('filters.between', { from, to });
  return from === undefined ? t('filters.upTo', { to }) : t('filters.from', { from });
}

function edgesOf(
  filter: FilterChipProps['filter'],
  value: FilterValue,
  format: Formatters,
): readonly (string | undefined)[] {
  if (filter.kind === 'amounts' && isAmountRange(value)) {
    return [value.fromMinor, value.toMinor].map((amount) =>
      amount === undefined ? undefined : format.money(amount, filter.currency),
    );
  }
  if (isPercentRange(value)) {
    return [value.fromPercent, value.toPercent].map((percent) =>
      percent === undefined ? undefined : format.percent(percent),
    );
  }
  if (!isDayRange(value)) return [];
  return [value.from, value.to].map((day) => (day === undefined ? undefined : format.day(day)));
}

type DaysEditorProps = {
  filter: Extract<Filter, { kind: 'days' }>;
  value: FilterValue | undefined;
  onApply: (value: DayRange | undefined) => void;
};

const RangeCalendar = lazy(async () => ({
  default: (await import('../form/Calendar.tsx')).RangeCalendar,
}));

/** Filters by a range of days: one of the page's presets, or picked from a calendar. */
function DaysEditor({ filter, value, onApply }: DaysEditorProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const set: DayRange = isDayRange(value) ? value : {};
  const [range, setRange] = useState(set);
  const { from, to } = range;
  const spell = (day: string | undefined) => (day === undefined ? '…' : format.day(day));
  return (
    <Row gap={0} wrap={false} align="stretch" className={classes.days}>
      {filter.presets && (
        <ul className={classes.presets}>
          {filter.presets.map((preset) => (
            <li key={preset.label}>
              <ListRow as="button" size="table" onClick={() => onApply(preset.range)}>
                {preset.label}
              </ListRow>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.range}>
        <Suspense fallback={<CalendarRoom />}>
          <RangeCalendar
            from={from ?? null}
            to={to ?? null}
            onPick={(first, last) =>
              setRange({
                ...(first !== null && { from: first }),
                ...(last !== null && { to: last }),
              })
            }
          />
        </Suspense>
        <Button
          kind="primary"
          size="compact"
          disabled={from === undefined && to === undefined}
          onClick={() => onApply(range)}
        >
          {from === undefined && to === undefined
            ? t('filters.apply')
            : t('filters.applyDays', { from: spell(from), to: spell(to) })}
        </Button>
      </div>
    </Row>
  );
}
