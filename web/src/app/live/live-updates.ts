import type { QueryClient } from '@tanstack/react-query';
import { noteInput } from '../../lib/attendance.ts';
import { reportLine } from '../../lib/connection.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import type { LineMessage } from './change-line.ts';
import { refreshQueries } from './refresh-queries.ts';
import { shareLine } from './share-line.ts';

/** Keeps every query of the page as new as the books, until the answer is called. */
export function startLiveUpdates(queryClient: QueryClient, accountId: string): () => void {
  const refresher = refreshQueries(queryClient);
  const checkSession = () =>
    void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);

  function hear({ name, change }: LineMessage): void {
    if (name === 'change' && change) refresher.onChange(change);
    if (name === 'refetch') refresher.onGap();
    // Whether it is the session that ended is the session's call to say: it leads to sign-in.
    if (name === 'ended' || name === 'refused') checkSession();
    reportLine(name !== 'down' && name !== 'refused');
  }

  const leaveLine = shareLine(accountId, hear);
  const forgetUse = noteUse(checkSession);
  return () => {
    forgetUse();
    leaveLine();
    refresher.stop();
    reportLine(true);
  };
}

const USE_EVERY_MS = 5 * 60_000;

/** Lets the server know that somebody is there: who fills in a long form makes no call meanwhile. */
function noteUse(tell: () => void): () => void {
  let toldAt = Date.now();
  const note = () => {
    noteInput();
    if (Date.now() - toldAt < USE_EVERY_MS) return;
    toldAt = Date.now();
    tell();
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const event of events) addEventListener(event, note, { passive: true });
  return () => {
    for (const event of events) removeEventListener(event, note);
  };
}
