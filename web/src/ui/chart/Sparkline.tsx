import classes from './Sparkline.module.css';

const width = 72;
const height = 20;

/**
 * The shape of a series without figures. Show the latest figure next to it, because screen readers
 * skip the picture.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const x = (at: number) => (at / (values.length - 1)) * (width - 4) + 2;
  const y = (at: number) => height - 3 - (((values[at] ?? low) - low) / span) * (height - 6);
  const last = values.length - 1;
  return (
    // Time runs in reading direction.
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={`${classes.line} mirrors`}
      aria-hidden="true"
    >
      <polyline
        points={values.map((_, at) => `${x(at)} ${y(at)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={x(last)} cy={y(last)} r="2" />
    </svg>
  );
}
