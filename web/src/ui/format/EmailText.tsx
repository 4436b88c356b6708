import classes from './figures.module.css';

/** An e-mail address: from left to right in either direction, and cut at its end where it is too long. */
export function EmailText({ email }: { email: string }) {
  return (
    <bdi dir="ltr" className={classes.email}>
      {email}
    </bdi>
  );
}
