import { OpenSessions } from './OpenSessions.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import classes from './Profile.module.css';
import { SecondFactor } from './SecondFactor.tsx';

/** How the account is kept one’s own. */
export function Security() {
  return (
    <div className={classes.parts}>
      <PasswordChange />
      <SecondFactor />
      <OpenSessions />
    </div>
  );
}
