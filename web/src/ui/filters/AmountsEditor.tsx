import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { MoneyField } from '../form/MoneyField.tsx';
import { isAmountRange } from './filter-values.ts';
import type { AmountRange, Filter, FilterValue } from './filter-values.ts';
import classes from './FilterBar.module.css';

type AmountsEditorProps = {
  filter: Extract<Filter, { kind: 'amounts' }>;
  value: FilterValue | undefined;
  onApply: (value: AmountRange | undefined) => void;
};

/** From an amount, to an amount, or between the two. */
export function AmountsEditor({ filter, value, onApply }: AmountsEditorProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const set: AmountRange = isAmountRange(value) ? value : {};
  const [from, setFrom] = useState(set.fromMinor ?? null);
  const [to, setTo] = useState(set.toMinor ?? null);
  const isBackwards = from !== null && to !== null && from > to;
  const apply = () => {
    if (isBackwards) return;
    const range = {
      ...(from !== null && { fromMinor: from }),
      ...(to !== null && { toMinor: to }),
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
      <MoneyField
        id={`${id}-from`}
        label={t('filters.atLeast')}
        currency={filter.currency}
        amountMinor={from}
        onChange={setFrom}
        focusFirst
      />
      <MoneyField
        id={`${id}-to`}
        label={t('filters.atMost')}
        currency={filter.currency}
        amountMinor={to}
        onChange={setTo}
        error={isBackwards ? t('filters.backwards') : undefined}
      />
      <Button type="submit" kind="primary" size="compact">
        {t('filters.apply')}
      </Button>
    </form>
  );
}
