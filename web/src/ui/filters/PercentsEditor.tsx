import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { PercentField } from '../form/PercentField.tsx';
import { isPercentRange } from './filter-values.ts';
import type { FilterValue, PercentRange } from './filter-values.ts';
import classes from './FilterBar.module.css';

type PercentsEditorProps = {
  value: FilterValue | undefined;
  onApply: (value: PercentRange | undefined) => void;
};

/** From a rate, to a rate, or between the two. */
export function PercentsEditor({ value, onApply }: PercentsEditorProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const set: PercentRange = isPercentRange(value) ? value : {};
  const [from, setFrom] = useState(set.fromPercent ?? null);
  const [to, setTo] = useState(set.toPercent ?? null);
  const isBackwards = from !== null && to !== null && Number(from) > Number(to);
  const apply = () => {
    if (isBackwards) return;
    const range = {
      ...(from !== null && { fromPercent: from }),
      ...(to !== null && { toPercent: to }),
    };
    onApply(from === null && to === null ? undefined : range);
  };
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <PercentField
        id={`${id}-from`}
        label={t('filters.atLeast')}
        percent={from}
        onChange={setFrom}
        focusFirst
      />
      <PercentField
        id={`${id}-to`}
        label={t('filters.atMost')}
        percent={to}
        onChange={setTo}
        error={isBackwards ? t('filters.ratesBackwards') : undefined}
      />
      <Button type="submit" kind="primary" size="compact">
        {t('filters.apply')}
      </Button>
    </form>
  );
}
