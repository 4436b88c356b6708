import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import classes from './NoticeList.module.css';
import { type Notice, useMarkNotice } from './notices.queries.ts';

type NoticeListProps = {
  notices: readonly Notice[];
  onLeave: () => void;
  /** Behind the last one. */
  children?: ReactNode;
};

/** Newest first: who it comes from, what happened, what they wrote, how long ago. */
export function NoticeList({ notices, onLeave, children }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const mark = useMarkNotice();
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0}>
      <ul>
        {notices.map((notice) => {
          const isRead = notice.readAt !== null;
          const setRead = (next: boolean) => mark.mutate({ noticeId: notice.id, isRead: next });
          return (
            <li key={notice.id} className={classes.notice} data-unread={!isRead || undefined}>
              <span className={classes.profile} aria-hidden="true">
                {notice.profile?.charAt(0) ?? '·'}
              </span>
              <div className={classes.words}>
                <NoticeEvent
                  notice={notice}
                  onFollow={() => {
                    if (!isRead) setRead(true);
                    onLeave();
                  }}
                />
                {notice.message && <p className={classes.message}>{notice.message}</p>}
                <p className={classes.when}>
                  {notice.profile && <bdi>{notice.profile}</bdi>}
                  <InstantText at={notice.time} style="ago" />
                </p>
              </div>
              <IconButton
                size="compact"
                label={t(isRead ? 'markUnread' : 'markRead')}
                icon={<span className={classes.mark} />}
                onClick={() => setRead(!isRead)}
              />
            </li>
          );
        })}
      </ul>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  );
}

/** What happened; a link to what it happened to, where there is a page of it. */
function NoticeEvent({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const words = useWords(notice);
  const address = addressOf(notice.target);
  return (
    <p className={classes.event}>
      {address ? (
        <Link to={address} onClick={onFollow}>
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  );
}

function addressOf(target: Notice['target']): string | null {
  switch (target?.kind) {
    case 'loan':
      return paths.loanDetails(target.id);
    case 'import':
      return paths.tapeImport(target.id);
    case 'approval':
      return paths.approval(target.id);
    default:
      return null;
  }
}

function useWords({ event, count, amountMinor, currency, subject }: Notice): string {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const amount =
    amountMinor !== null && currency !== null ? format.amount(amountMinor, currency) : '';
  return t(`event.${event}`, {
    count: count ?? 0,
    figure: format.count(count ?? 0),
    amount,
    subject: `\u2068${subject ?? ''}\u2069`,
  });
}
