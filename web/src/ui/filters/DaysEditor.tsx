import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { isDayRange } from './filter-values.ts';
import type { DayRange, Filter, FilterValue } from './filter-values.ts';
import classes from './FilterEditor.module.css';

type DaysEditorProps = {
  filter: Extract<Filter, { kind: 'days' }>;
  value: FilterValue | undefined;
  onApply: (value: DayRange | undefined) => void;
};

const RangeCalendar = lazy(async () => ({
  default: (await import('../form/Calendar.tsx')).RangeCalendar,
}));

/** A span of days: one of the page's own, or picked from a calendar. */
export function DaysEditor({ filter, value, onApply }: DaysEditorProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const set: DayRange = isDayRange(value) ? value : {};
  const [range, setRange] = useState(set);
  const { from, to } = range;
  const spell = (day: string | undefined) => (day === undefined ? '…' : format.day(day));
  return (
    <div className={classes.days}>
      {filter.presets && (
        <ul className={classes.presets}>
          {filter.presets.map((preset) => (
            <li key={preset.label}>
              <button type="button" onClick={() => onApply(preset.range)}>
                {preset.label}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.range}>
        <Suspense fallback={<div className={classes.calendarRoom} />}>
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
    </div>
  );
}
