import { Skeleton } from '../page/Skeleton.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { seriesTotal } from './chart-data.ts';
import type { ChartData } from './chart-data.ts';
import { spellFigure } from './chart-figures.ts';
import classes from './Chart.module.css';

/** The key to the colours, with what each series comes to: read before the picture is. */
export function ChartKey({ data, loading }: { data: ChartData; loading: boolean }) {
  const format = useFormat();
  return (
    <dl className={classes.key}>
      {data.series.map((series) => (
        <div key={series.id} className={classes.keyEntry}>
          <dt className={classes.term} data-tone={series.tone} data-kind={series.kind}>
            {series.name}
          </dt>
          {/* Percentages do not add up. */}
          {data.unit.kind !== 'percent' && (
            <dd className={classes.figure}>
              {loading ? (
                <Skeleton width="5rem" height="1.25rem" />
              ) : (
                spellFigure(seriesTotal(series), data.unit, format)
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
