import type { Scope } from './scope.ts';
import type { Actor } from './session.ts';
import type { NotifyListener } from './notify-listener.ts';

/** The channel on which database triggers name the portfolio whose figures changed. */
const CHANNEL = 'bursar_figures';
const CACHE_MAX_BYTES = 32_000_000;
const CACHE_MS = 60_000;

export type ResponseCache = {
  /**
   * Returns the cached answer for the same question, scope and day, or calls `read`. Use it only
   * for answers that depend on scope and day alone, over tables whose triggers notify.
   */
  readonly find: <Answer>(question: Question<Answer>) => Promise<Answer>;
  /**
   * Discards the answers for a portfolio and for administrators, or with null all answers, after a
   * change by this process and before its notification arrives.
   */
  readonly forget: (portfolioId: string | null) => void;
};

type Question<Answer> = {
  readonly name: string;
  readonly session: Pick<Actor, 'scope' | 'businessDate'>;
  readonly read: () => Promise<Answer>;
  /** Returns the answer's share of the cache memory; null means it is not cached. */
  readonly bytesOf: (answer: Answer) => number | null;
};

type CachedAnswer = {
  /** Null for an administrator's answer, which a change in any portfolio can affect. */
  readonly portfolioId: string | null;
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
  /** Zero until the read has ended. */
  bytes: number;
};

/**
 * Caches answers for at most `CACHE_MS`, and only until a change in their portfolio is notified:
 * docs/decisions/0019. Reads that still run are included, so that equal questions share one read
 * and a change during the read discards its answer.
 */
export function createResponseCache(
  line: NotifyListener,
  maxBytes = CACHE_MAX_BYTES,
): ResponseCache {
  const cached = new Map<string, CachedAnswer>();
  let bytes = 0;

  function drop(key: string, { bytes: freed }: CachedAnswer): void {
    cached.delete(key);
    bytes -= freed;
  }

  function forget(portfolioId: string | null): void {
    for (const [key, one] of cached) {
      const mayHold = portfolioId === null || one.portfolioId === null;
      if (mayHold || one.portfolioId === portfolioId) drop(key, one);
    }
  }

  const isHealthy = line.subscribe({
    channel: CHANNEL,
    onNotify: forget,
    onGap: () => forget(null),
  });

  /**
   * Counts an answer's bytes and evicts the least recently requested answers until all fit. Removes
   * an answer without a size or larger than the whole cache.
   */
  function weigh(key: string, asked: CachedAnswer, answerBytes: number | null): void {
    if (cached.get(key) !== asked) return;
    if (answerBytes === null || answerBytes > maxBytes) return drop(key, asked);
    asked.bytes = key.length + answerBytes;
    bytes += asked.bytes;
    for (const [oldest, one] of cached) {
      if (bytes <= maxBytes) return;
      drop(oldest, one);
    }
  }

  /** Starts the read; a failed read is not cached. */
  function ask<Answer>(
    key: string,
    { session: { scope }, read, bytesOf }: Question<Answer>,
  ): CachedAnswer {
    const portfolioId = scope.role === 'admin' ? null : scope.portfolioId;
    const answer = read();
    const asked = { portfolioId, askedAt: performance.now(), answer, bytes: 0 };
    answer.then(
      (value) => weigh(key, asked, bytesOf(value)),
      () => weigh(key, asked, null),
    );
    return asked;
  }

  return {
    find: <Answer>(question: Question<Answer>) => {
      if (!isHealthy()) return question.read();
      const { name, session } = question;
      const key = `${session.businessDate} ${rowsOf(session.scope)} ${name}`;
      const found = cached.get(key);
      const isFresh = found !== undefined && performance.now() - found.askedAt < CACHE_MS;
      if (found && !isFresh) drop(key, found);
      const current = isFresh ? found : ask(key, question);
      cached.delete(key);
      cached.set(key, current);
      // A question's name determines the type of its answer.
      return current.answer as Promise<Answer>;
    },
    forget,
  };
}

/**
 * Returns a key that differs for scopes with different rows. For administrators a minute is precise
 * enough, because days start on a whole minute in every time zone.
 */
function rowsOf(scope: Scope): string {
  switch (scope.role) {
    case 'admin':
      return `admin ${scope.now.slice(0, 'YYYY-MM-DDTHH:MM'.length)} ${scope.demoPortfolioIds.join(' ')}`;
    case 'user':
      return `user ${scope.portfolioId}`;
    case 'team':
      return `team ${scope.portfolioId} ${scope.teamId}`;
    case 'agent':
      return `agent ${scope.portfolioId} ${scope.accountId}`;
  }
}
