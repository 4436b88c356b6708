import classes from './Logo.module.css';

/** The logo with the application's name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="var(--accent)" />
        <path d="M6.5 6v12" stroke="var(--on-accent)" strokeWidth="2" strokeLinecap="round" />
        <path
          d="M10 8h4.5M10 12h7.5M10 16h6"
          stroke="var(--on-accent)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span className={classes.name}>{name}</span>
    </span>
  );
}
