import { Text } from '../layout/Text.tsx';
import classes from './figures.module.css';

/**
 * An e-mail address, written from left to right in every language and clipped if it is too long.
 */
export function EmailText({ email }: { email: string }) {
  return (
    <Text as="bdi" dir="ltr" clip className={classes.email}>
      {email}
    </Text>
  );
}
