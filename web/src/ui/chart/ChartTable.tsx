import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { categoryName, seriesTotal, spellFigure } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import classes from './Chart.module.css';

type ChartTableProps = {
  title: string;
  categoryTitle: string;
  data: ChartData;
  minHeight: number;
  onSelect?: ((categoryId: string) => void) | undefined;
};

/** The figures of a chart to be read, with their sums; each line opens what is behind it. */
export function ChartTable({ title, categoryTitle, data, minHeight, onSelect }: ChartTableProps) {
  const { categories, series, unit } = data;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const spell = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : spellFigure(value, unit, format);
  return (
    // Focusable, so that the keyboard can scroll it sideways where it is wider than the screen.
    <section
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes.tableRoom}
      style={{ minBlockSize: minHeight }}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{categoryTitle}</th>
            {series.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, at) => (
            <tr key={category.id}>
              <th scope="row">
                {onSelect ? (
                  <button
                    type="button"
                    className={classes.open}
                    onClick={() => onSelect(category.id)}
                  >
                    {categoryName(category, t)}
                  </button>
                ) : (
                  categoryName(category, t)
                )}
              </th>
              {series.map(({ id, values }) => (
                <td key={id}>{spell(values[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {unit.kind !== 'percent' && (
          <tfoot>
            <tr>
              <th scope="row">{t('chart.total')}</th>
              {series.map((one) => (
                <td key={one.id}>{spell(seriesTotal(one))}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
