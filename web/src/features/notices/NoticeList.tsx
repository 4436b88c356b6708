import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import classes from './NoticeMenu.module.css';
import type { Notice } from './notices.queries.ts';

/** Newest first: who it comes from, what happened, what they wrote, how long ago. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.list} tabIndex={0}>
      {notices.map((notice) => (
        <li key={notice.id} className={classes.notice} data-unread={!notice.readAt || undefined}>
          <span className={classes.profile} aria-hidden="true">
            {notice.profile?.charAt(0) ?? '·'}
          </span>
          <div className={classes.words}>
            <p className={classes.event}>
              <Sentence notice={notice} />
            </p>
            {notice.message && <p className={classes.message}>{notice.message}</p>}
            <p className={classes.when}>
              {notice.profile && <bdi>{notice.profile}</bdi>}
              <InstantText at={notice.time} style="ago" />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Sentence({ notice }: { notice: Notice }) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const { event, count, amountMinor, currency, subject } = notice;
  const amount =
    amountMinor !== null && currency !== null
      ? `${format.money(amountMinor, currency)} ${currency}`
      : '';
  return t(`event.${event}`, {
    count: count ?? 0,
    figure: format.count(count ?? 0),
    amount: `\u2068${amount}\u2069`,
    subject: `\u2068${subject ?? ''}\u2069`,
  });
}
