import classes from './Sparkline.module.css';

const width = 72;
const height = 20;

/** The shape of a series, without figures; always beside the figure it explains. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * (width - 4) + 2;
    const y = height - 3 - ((value - low) / span) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [lastX, lastY] = points.at(-1)?.split(',') ?? [];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.line} aria-hidden="true">
      <polyline points={points.join(' ')} />
      <circle cx={lastX} cy={lastY} r="2" />
    </svg>
  );
}
