import type { PagePath } from '@bursar/contracts/routes';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useWaitingCount } from '../../features/access/approvals/use-waiting-count.ts';
import { chatCountsQuery, mailCountsQuery, waitingBatchesQuery } from '../../lib/unread-queries.ts';
import { useMayOpen } from '../../lib/use-may-open.ts';
import type { MenuGroup } from './navigation.ts';

/** Milliseconds after which the counts load, so that the page's own data comes first. */
const WAIT_MS = 1_000;

/** The number of items that wait for the user, by page. */
export type MenuCounts = Partial<Readonly<Record<PagePath, number>>>;

export function useMenuCounts(): MenuCounts {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const approvals = useWaitingCount(isAsked);
  const mayRelease = useMayOpen('/letters', 'release-letters');
  const batches = useQuery({ ...waitingBatchesQuery, enabled: isAsked && mayRelease });
  const chats = useQuery({ ...chatCountsQuery, enabled: isAsked });
  const mails = useQuery({ ...mailCountsQuery, enabled: isAsked });
  return {
    '/approvals': approvals,
    '/letters': mayRelease ? (batches.data?.count ?? 0) : 0,
    '/apps/chat': chats.data?.unread ?? 0,
    '/apps/mailbox': mails.data?.unread ?? 0,
  };
}

export const countIn = ({ links }: Pick<MenuGroup, 'links'>, counts: MenuCounts): number =>
  links.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0);

/**
 * Returns a function that describes a count in words: the count of one page or, for a group, the
 * sum of its pages. The words depend on which of the pages have a count.
 */
export function describeCount(
  t: TFunction<'app'>,
  links: MenuGroup['links'],
  counts: MenuCounts,
): (figure: string) => string {
  const has = (wanted: PagePath) => links.some(({ path }) => path === wanted && counts[path]);
  const waiting = has('/approvals') ? 'menu.waiting' : 'menu.batches';
  const requested = has('/approvals') ? 'approvalsWaiting' : 'menu.unread';
  const count = countIn({ links }, counts);
  return (figure) => t(has('/letters') ? waiting : requested, { count, figure });
}
