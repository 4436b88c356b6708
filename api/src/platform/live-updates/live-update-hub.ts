import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { isReached } from '../scope.ts';
import { findOpenSessions, type Session } from '../session.ts';
import type { TypingNotice } from './announce-change.ts';
import { followChanges, REPLAY_MAX, type ChangeFeed } from './change-feed.ts';
import {
  readChangesSince,
  readLatestChanges,
  type ChangeRow,
  type Position,
} from './live-updates.store.ts';
import { openEventStream, type EventStream } from './event-stream.ts';

export type LiveUpdateHub = {
  /** Starts listening early, so that the first reader need not wait; does nothing after `stop`. */
  readonly start: () => void;
  /**
   * Opens a stream of the changes in the session's scope; null if the session has too many streams.
   */
  readonly open: (session: Session, after: Position | null) => Promise<Readable | null>;
  readonly stop: () => Promise<void>;
};

type Hub = {
  /** Called before any reader is notified, because readers may request the changed data at once. */
  readonly onReceived: (portfolioId: string | null) => void;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { warn(object: object, text: string): void };
};

type Follower = {
  readonly session: Session;
  readonly stream: EventStream;
  /** Buffers new changes while missed ones are replayed to the follower; null afterwards. */
  held: ChangeRow[] | null;
};

const BEAT_MS = 10_000;
/** Streams allowed per session; a browser shares one among its tabs. */
const STREAMS_MAX = 6;
const RETRY_MS = 2_000;
/** Maximum time between a page's first fetch of its data and the opening of its stream. */
const FETCHED_SECONDS = 20;

/**
 * Creates the hub, which sends each change to the streams of this process whose session has it in
 * scope.
 */
export function createLiveUpdateHub(hub: Hub): LiveUpdateHub {
  const { database, log, onReceived } = hub;
  const followers = new Set<Follower>();
  let running: { feed: ChangeFeed; timer: NodeJS.Timeout } | null = null;
  let isStopped = false;

  function onChange(change: ChangeRow): void {
    // Chat messages change no figures, so cached answers stay valid.
    if (change.subject !== 'chat') onReceived(change.portfolioId);
    for (const follower of followers) {
      if (follower.held) follower.held.push(change);
      else sendTo(follower, change, change.position);
    }
    if (change.subject === 'account' || change.subject === 'session') attempt(dismiss);
  }

  function onTyping({ accountIds, chatId, author }: TypingNotice): void {
    for (const { session, stream } of followers) {
      if (!accountIds.includes(session.account.id)) continue;
      stream.send({ name: 'typing', data: { chatId, author }, position: null });
    }
  }

  function onGap(position: Position): void {
    onReceived(null);
    for (const { stream } of followers) stream.send({ name: 'refetch', position });
  }

  async function dismiss(): Promise<void> {
    // Streams that open during the check were authorised just now and are left out.
    const asked = [...followers];
    if (running && asked.length > 0) await dismissEnded(hub, asked, await running.feed.position());
  }

  async function beat({ feed }: { feed: ChangeFeed }): Promise<void> {
    await Promise.all([feed.beat(), dismiss()]);
    const position = await feed.position();
    for (const { stream } of followers) stream.send({ name: 'beat', position });
  }

  function attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => log.warn({ err: error }, 'live updates wait'));
  }

  function start() {
    if (running) return running;
    const feed = followChanges({
      database,
      log,
      onChange,
      onTyping,
      onGap,
      silenceMs: 3 * BEAT_MS,
    });
    running = { feed, timer: setInterval(() => attempt(() => beat({ feed })), BEAT_MS) };
    return running;
  }

  return {
    start: () => void (isStopped || start()),
    open: async (session, after) => {
      const own = [...followers].filter((follower) => follower.session.id === session.id);
      if (own.length >= STREAMS_MAX) return null;
      const follower: Follower = { session, stream: openEventStream(RETRY_MS), held: [] };
      const { stream } = follower;
      followers.add(follower);
      stream.readable.once('close', () => followers.delete(follower));
      const now = await start().feed.position();
      const catchUp = () => sendMissedChanges(hub, follower, { after, now });
      attempt(() => catchUp().finally(() => follower.held && stream.end()));
      return stream.readable;
    },
    stop: async () => {
      isStopped = true;
      for (const { stream } of followers) stream.end();
      if (!running) return;
      clearInterval(running.timer);
      await running.feed.close();
    },
  };
}

/**
 * Ends the streams of sessions that ended or are locked, or whose account moved; a moved account's
 * browser reconnects.
 */
async function dismissEnded(
  { database, clock }: Hub,
  followers: readonly Follower[],
  position: Position,
): Promise<void> {
  const ids = followers.map(({ session }) => session.id);
  const open = await findOpenSessions(database, ids, clock.now());
  for (const { session, stream } of followers) {
    const now = open.get(session.id);
    if (!now) stream.send({ name: 'ended', position });
    if (!now || now.lockedAt || !isSameScope(now, session)) stream.end();
  }
}

/**
 * Sends a follower the changes since `after`, or those of the last `FETCHED_SECONDS` if it is null,
 * then those that arrived during this read. If too many were missed, the follower must refetch its
 * data.
 */
async function sendMissedChanges(
  { database, onReceived }: Hub,
  follower: Follower,
  { after, now }: { after: Position | null; now: Position },
): Promise<void> {
  const missed = after
    ? await readChangesSince(database, after, REPLAY_MAX)
    : await readLatestChanges(database, { seconds: FETCHED_SECONDS, limit: REPLAY_MAX });
  for (const { portfolioId } of missed ?? []) onReceived(portfolioId);
  if (!missed) onReceived(null);
  // The resume position advances only after everything was sent.
  for (const change of missed ?? []) sendTo(follower, change, after ?? now);
  follower.stream.send({ name: missed ? 'beat' : 'refetch', position: now });
  for (const change of follower.held ?? []) sendTo(follower, change, change.position);
  follower.held = null;
}

function sendTo({ session, stream }: Follower, change: ChangeRow, position: Position): void {
  if (!isReached(session.scope, change)) return;
  const { event, subject, subjectId, loanId } = change;
  stream.send({ name: 'change', data: { event, subject, subjectId, loanId }, position });
}

type Place = Pick<Session['account'], 'role' | 'portfolioId' | 'teamId'> & {
  readonly demoPortfolioIds: readonly string[] | null;
};

function isSameScope(one: Place, { account: other, scope }: Session): boolean {
  const known = scope.role === 'admin' ? scope.demoPortfolioIds : [];
  return (
    (one.demoPortfolioIds ?? []).join() === known.join() &&
    one.role === other.role &&
    one.portfolioId === other.portfolioId &&
    one.teamId === other.teamId
  );
}
