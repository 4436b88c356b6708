import type { MailRow } from '@bursar/contracts/mails';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { MailState } from './MailState.tsx';
import classes from './Mail.module.css';

/** A mail in the list on a phone. */
export function MailCard({ mail }: { mail: MailRow }) {
  return (
    <span className={classes.card}>
      <bdi className={classes.to}>{mail.to}</bdi>
      <bdi>{mail.subject}</bdi>
      <span className={classes.facts}>
        <MailState state={mail.state} />
        <InstantText at={mail.createdAt} style="ago" />
      </span>
    </span>
  );
}
