import { Skeleton } from '../page/Skeleton.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Money } from '../format/Money.tsx';
import { seriesTotal } from './chart-data.ts';
import type { ChartData, ChartSeries, ChartUnit } from './chart-data.ts';
import { spellFigure } from './chart-figures.ts';
import classes from './Chart.module.css';

/** The key to the colours, with what each series comes to: read before the picture is. */
export function ChartKey({ data, loading }: { data: ChartData; loading: boolean }) {
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
                <SeriesTotal series={series} unit={data.unit} />
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function SeriesTotal({ series, unit }: { series: ChartSeries; unit: ChartUnit }) {
  const format = useFormat();
  const total = seriesTotal(series);
  return unit.kind === 'money' ? (
    <Money amountMinor={Math.round(total)} currency={unit.currency} />
  ) : (
    spellFigure(total, unit, format)
  );
}
