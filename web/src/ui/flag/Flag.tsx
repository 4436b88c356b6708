import classes from './Flag.module.css';

/** The flag of a language, drawn here so that no image is fetched. */
export function Flag({ code }: { code: string }) {
  return (
    <svg className={classes.flag} viewBox="0 0 28 20" aria-hidden="true">
      {code === 'ae' ? <Emirates /> : <Britain />}
    </svg>
  );
}

function Emirates() {
  return (
    <>
      <path fill="#fff" d="M0 0h28v20H0z" />
      <path fill="#00843d" d="M0 0h28v6.67H0z" />
      <path fill="#000" d="M0 13.33h28V20H0z" />
      <path fill="#c8102e" d="M0 0h8v20H0z" />
    </>
  );
}

function Britain() {
  return (
    <>
      <path fill="#012169" d="M0 0h28v20H0z" />
      <path stroke="#fff" strokeWidth="4" d="m0 0 28 20M28 0 0 20" />
      <path stroke="#c8102e" strokeWidth="1.6" d="m0 0 28 20M28 0 0 20" />
      <path stroke="#fff" strokeWidth="6.6" d="M14 0v20M0 10h28" />
      <path stroke="#c8102e" strokeWidth="4" d="M14 0v20M0 10h28" />
    </>
  );
}
