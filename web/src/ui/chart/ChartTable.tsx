import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { FigureTable } from '../table/FigureTable.tsx';
import type { ChartProps } from './Chart.tsx';
import { categoryName, hasTotals, seriesTotal, spellFigure } from './chart-data.ts';
import classes from './Chart.module.css';

type ChartTableProps = Pick<ChartProps, 'title' | 'categoryTitle' | 'data' | 'onSelect'>;

/**
 * The figures of a chart as a table, with totals if its series have them (`hasTotals`). Each row
 * opens its category if `onSelect` is given.
 */
export function ChartTable({ title, categoryTitle, data, onSelect }: ChartTableProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { categories, series, unit } = data;
  const totals = series.map(
    (one) => [one.id, spellFigure(seriesTotal(one), unit, format)] as const,
  );
  return (
    <FigureTable
      label={title}
      rows={categories.map((category, at) => ({ category, at }))}
      rowId={({ category }) => category.id}
      columns={[
        {
          id: 'category',
          header: categoryTitle,
          cell: ({ category }) =>
            onSelect ? (
              <button type="button" className={classes.open} onClick={() => onSelect(category.id)}>
                {categoryName(category, t)}
              </button>
            ) : (
              categoryName(category, t)
            ),
        },
        ...series.map(({ id, name, values, unit: own = unit }) => ({
          id,
          header: name,
          align: 'end' as const,
          cell: ({ at }: { at: number }) => {
            const value = values[at] ?? null;
            return value === null ? '' : spellFigure(value, own, format);
          },
        })),
      ]}
      {...(hasTotals(data) && {
        foot: { category: t('chart.total'), ...Object.fromEntries(totals) },
      })}
    />
  );
}
