import { useTranslation } from 'react-i18next';
import { MoneyField } from '../form/MoneyField.tsx';
import { isAmountRange } from './filter-values.ts';
import type { AmountRange, Filter, FilterValue } from './filter-values.ts';
import { RangeEditor } from './RangeEditor.tsx';

type AmountsEditorProps = {
  filter: Extract<Filter, { kind: 'amounts' }>;
  value: FilterValue | undefined;
  onApply: (value: AmountRange | undefined) => void;
};

/** From an amount, to an amount, or between the two. */
export function AmountsEditor({ filter, value, onApply }: AmountsEditorProps) {
  const { t } = useTranslation('ui');
  const set: AmountRange = isAmountRange(value) ? value : {};
  const apply = (fromMinor: number | null, toMinor: number | null) =>
    onApply(
      fromMinor === null && toMinor === null
        ? undefined
        : { ...(fromMinor !== null && { fromMinor }), ...(toMinor !== null && { toMinor }) },
    );
  return (
    <RangeEditor
      from={set.fromMinor}
      to={set.toMinor}
      isAfter={(one, other) => one > other}
      backwards={t('filters.backwards')}
      onApply={apply}
    >
      {({ bound, ...field }) => <MoneyField {...field} currency={filter.currency} value={bound} />}
    </RangeEditor>
  );
}
