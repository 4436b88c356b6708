import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { NoticeList } from './NoticeList.tsx';
import classes from './NoticePanel.module.css';
import {
  type NoticeKind,
  noticesQuery,
  olderNoticesQuery,
  useReadNotices,
} from './notices.queries.ts';

type NoticePanelProps = {
  kind: NoticeKind;
  words: 'notifications' | 'messages';
  /** The reader follows a notice to what it is about. */
  onLeave: () => void;
};

/** The latest of a kind, older ones on demand, and one press to have read them all. */
export function NoticePanel({ kind, words, onLeave }: NoticePanelProps) {
  const { t } = useTranslation('notices');
  const { data, isError } = useQuery(noticesQuery);
  const read = useReadNotices();
  const { olderNotices, showOlder, isFetching } = useOlderNotices(kind, data?.older[kind] ?? null);
  const latest = data?.notices.filter((notice) => notice.kind === kind) ?? [];
  const newest = latest[0];
  const hasUnread = (data?.unread[words] ?? 0) > 0;
  return (
    <>
      <div className={classes.head}>
        <h2>{t(`${words}.label`)}</h2>
        {hasUnread && newest && (
          <Button
            kind="quiet"
            size="compact"
            busy={read.isPending}
            onClick={() => read.mutate({ kind, until: newest.time })}
          >
            {t('readAll')}
          </Button>
        )}
      </div>
      {newest ? (
        <NoticeList notices={[...latest, ...olderNotices]} onLeave={onLeave}>
          {showOlder && (
            <Button kind="quiet" size="compact" busy={isFetching} onClick={showOlder}>
              {t('older')}
            </Button>
          )}
        </NoticeList>
      ) : (
        <p className={classes.none}>{t(isError ? 'unreachable' : `${words}.none`)}</p>
      )}
    </>
  );
}

/** Older ones than the latest, once they were asked for; `showOlder` while there are further ones. */
function useOlderNotices(kind: NoticeKind, from: string | null) {
  const [isWanted, setIsWanted] = useState(false);
  const query = useInfiniteQuery({
    ...olderNoticesQuery(kind, from),
    enabled: isWanted && from !== null,
  });
  const showFirst = from === null || isWanted ? undefined : () => setIsWanted(true);
  const showNext = query.hasNextPage ? () => void query.fetchNextPage() : undefined;
  return {
    olderNotices: query.data?.pages.flatMap((page) => page.notices) ?? [],
    showOlder: showFirst ?? showNext,
    isFetching: query.isFetching,
  };
}
