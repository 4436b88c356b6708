import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import { CategoryName } from './CategoryName.tsx';
import type { ChartData } from './chart-data.ts';
import { spellFigure } from './chart-figures.ts';
import classes from './Chart.module.css';

/** The figures of the category under the pointer, on the side where there is more room. */
export function ChartTip({ data, at }: { data: ChartData; at: number }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { categories, series, unit } = data;
  const category = categories[at];
  const middle = ((at + 0.5) / categories.length) * 100;
  // Beside the pointer, but never beyond the picture: 13.5rem is as wide as figures make it.
  const along = (percent: number) => `min(${percent}%, calc(100% - 13.5rem))`;
  const side =
    middle < 50 ? { insetInlineStart: along(middle + 6) } : { insetInlineEnd: along(106 - middle) };
  const bars = series.filter(({ kind, values }) => kind === 'bar' && (values[at] ?? null) !== null);
  const total = bars.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  return (
    <div className={classes.tip} style={side}>
      <p className={classes.tipTitle}>{category && <CategoryName category={category} />}</p>
      <dl className={classes.tipList}>
        {/* What stands uppermost in the picture is read first. */}
        {series.toReversed().map(({ id, name, tone, kind, values }) => {
          const value = values[at];
          return value === null || value === undefined ? null : (
            <div key={id} className={classes.tipLine}>
              <dt className={classes.term} data-tone={tone} data-kind={kind}>
                {name}
              </dt>
              <dd>{spellFigure(value, unit, format)}</dd>
            </div>
          );
        })}
        {bars.length > 1 && unit.kind !== 'percent' && (
          <div className={classes.tipTotal}>
            <dt>{t('chart.total')}</dt>
            <dd>{spellFigure(total, unit, format)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
