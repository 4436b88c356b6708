import { useTranslation } from 'react-i18next';
import { PercentField } from '../form/PercentField.tsx';
import { isPercentRange } from './filter-values.ts';
import type { FilterValue, PercentRange } from './filter-values.ts';
import { RangeEditor } from './RangeEditor.tsx';

type PercentsEditorProps = {
  value: FilterValue | undefined;
  onApply: (value: PercentRange | undefined) => void;
};

/** From a rate, to a rate, or between the two. */
export function PercentsEditor({ value, onApply }: PercentsEditorProps) {
  const { t } = useTranslation('ui');
  const set: PercentRange = isPercentRange(value) ? value : {};
  const apply = (fromPercent: string | null, toPercent: string | null) =>
    onApply(
      fromPercent === null && toPercent === null
        ? undefined
        : {
            ...(fromPercent !== null && { fromPercent }),
            ...(toPercent !== null && { toPercent }),
          },
    );
  return (
    <RangeEditor
      from={set.fromPercent}
      to={set.toPercent}
      isAfter={(one, other) => Number(one) > Number(other)}
      backwards={t('filters.ratesBackwards')}
      onApply={apply}
    >
      {({ bound, ...field }) => <PercentField {...field} value={bound} />}
    </RangeEditor>
  );
}
