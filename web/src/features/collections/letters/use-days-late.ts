import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Step } from './letters.queries.ts';

type Range = Pick<Step, 'fromDaysLate' | 'untilDaysLate'>;

/**
 * Returns a function that formats how many days late the loans of a step are. The `short` text is
 * for a column with the title "Days late".
 */
export function useDaysLate() {
  const { t } = useTranslation('letters');
  const format = useFormat();
  return (length: 'short' | 'long', { fromDaysLate, untilDaysLate }: Range): string => {
    const from = format.count(fromDaysLate);
    if (untilDaysLate === null) {
      return length === 'short'
        ? t('step.shortFrom', { from })
        : t('step.from', { count: fromDaysLate, figure: from });
    }
    const range = { from, until: format.count(untilDaysLate) };
    return length === 'short' ? t('step.shortRange', range) : t('step.range', range);
  };
}
