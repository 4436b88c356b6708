import type { PagePath } from '@bursar/contracts/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { chatCountsQuery, mailCountsQuery } from '../../lib/unread-queries.ts';
import type { MenuGroup } from './navigation.ts';

/** Milliseconds after which the counts load, so that the page's own data comes first. */
const WAIT_MS = 1_000;

export type Unread = Partial<Readonly<Record<PagePath, number>>>;

export function useUnread(): Unread {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const chats = useQuery({ ...chatCountsQuery, enabled: isAsked });
  const mails = useQuery({ ...mailCountsQuery, enabled: isAsked });
  return { '/apps/chat': chats.data?.unread ?? 0, '/apps/mailbox': mails.data?.unread ?? 0 };
}

export const unreadIn = ({ links }: MenuGroup, unread: Unread): number =>
  links.reduce((sum, { path }) => sum + (unread[path] ?? 0), 0);
