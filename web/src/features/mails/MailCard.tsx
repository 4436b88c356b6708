import type { MailRow } from '@bursar/contracts/mails';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { MailState } from './MailState.tsx';
import classes from './Mail.module.css';

/** A mail in the list on a phone. */
export function MailCard({ mail }: { mail: MailRow }) {
  return (
    <span className={classes.card}>
      {/* Each in a line of its own, which stands where the page is read from. */}
      <span className={classes.to}>
        <bdi>{mail.to}</bdi>
      </span>
      <span>
        <bdi>{mail.subject}</bdi>
      </span>
      <span className={classes.facts}>
        <MailState state={mail.state} />
        <InstantText at={mail.createdAt} style="ago" />
      </span>
      {mail.failure !== null && (
        <span className={classes.failure}>
          <bdi dir="ltr">{mail.failure}</bdi>
        </span>
      )}
    </span>
  );
}
