import { useTranslation } from 'react-i18next';
import type { ChartCategory } from './chart-data.ts';

/** A place on the axis in full: of a period that runs on, its figures are those to date. */
export function CategoryName({ category: { label, isRunning } }: { category: ChartCategory }) {
  const { t } = useTranslation('ui');
  return isRunning ? t('chart.toDate', { period: label }) : label;
}
