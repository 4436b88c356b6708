import classes from './Scan.module.css';

export type ScanKind = 'contract' | 'identity' | 'statement';

/** A drawing of a scan, since a real one would contain personal data. */
export function Scan({ kind }: { kind: ScanKind }) {
  const hasPhoto = kind === 'identity';
  return (
    <svg viewBox="0 0 160 110" className={classes.scan} aria-hidden="true">
      <rect width="160" height="110" fill="var(--sunken)" />
      <rect
        x="14"
        y="10"
        width="132"
        height="90"
        rx="4"
        fill="var(--raised)"
        stroke="var(--line-strong)"
      />
      {hasPhoto && (
        <circle cx="42" cy="48" r="16" fill="var(--accent-soft)" stroke="var(--accent-line)" />
      )}
      <rect x={hasPhoto ? 70 : 26} y="22" width="60" height="6" rx="3" fill="var(--ink-muted)" />
      {lines[kind].map((width, at) => (
        <rect
          key={at}
          x={hasPhoto ? 70 : 26}
          y={38 + at * 10}
          width={width}
          height="4"
          rx="2"
          fill="var(--line-strong)"
        />
      ))}
    </svg>
  );
}

const lines = {
  contract: [104, 98, 104, 88, 52],
  identity: [62, 50, 58],
  statement: [104, 40, 104, 40],
};
