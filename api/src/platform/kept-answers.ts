import type { Scope } from './scope.ts';
import type { Actor } from './session.ts';
import type { WordLine } from './word-line.ts';

/** Where the database's triggers name the portfolio of which a figure has changed. */
const CHANNEL = 'bursar_figures';
const KEPT_MAX_BYTES = 32_000_000;
const KEPT_MS = 60_000;

export type KeptAnswers = {
  /**
   * What was answered under a name to whoever sees the same rows on the same day, or what `read`
   * answers now. Only for what scope and day alone decide, and figures that word is sent of.
   */
  readonly find: <Answer>(question: Question<Answer>) => Promise<Answer>;
  /** A change of this process is known before word of it comes back; null where it may be any's. */
  readonly forget: (portfolioId: string | null) => void;
};

type Question<Answer> = {
  readonly name: string;
  readonly session: Pick<Actor, 'scope' | 'businessDate'>;
  readonly read: () => Promise<Answer>;
  /** An answer's share of the memory for kept answers; null where it is not kept. */
  readonly bytesOf: (answer: Answer) => number | null;
};

type Kept = {
  /** Null is an administrator's answer, which every portfolio's changes may touch. */
  readonly portfolioId: string | null;
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
  /** Known once it is read. */
  bytes: number;
};

/**
 * Keeps answers until word of a change in their portfolio comes: docs/decisions/0019. What is still
 * being read stands here too, so that equal questions share it and a change meanwhile discards it.
 */
export function keepAnswers(line: WordLine, maxBytes = KEPT_MAX_BYTES): KeptAnswers {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string, { bytes: freed }: Kept): void {
    kept.delete(key);
    bytes -= freed;
  }

  function forget(portfolioId: string | null): void {
    for (const [key, one] of kept) {
      const mayHold = portfolioId === null || one.portfolioId === null;
      if (mayHold || one.portfolioId === portfolioId) drop(key, one);
    }
  }

  const isProved = line.follow({ channel: CHANNEL, hear: forget, onGap: () => forget(null) });

  /** Room for what was read; whichever was asked for longest ago stands first, and goes first. */
  function weigh(key: string, asked: Kept, answerBytes: number | null): void {
    if (kept.get(key) !== asked) return;
    if (answerBytes === null || answerBytes > maxBytes) return drop(key, asked);
    asked.bytes = key.length + answerBytes;
    bytes += asked.bytes;
    for (const [oldest, one] of kept) {
      if (bytes <= maxBytes) return;
      drop(oldest, one);
    }
  }

  /** Begun now; what could not be read is not kept. */
  function ask<Answer>(key: string, { session: { scope }, read, bytesOf }: Question<Answer>): Kept {
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
      if (!isProved()) return question.read();
      const { name, session } = question;
      const key = `${session.businessDate} ${rowsOf(session.scope)} ${name}`;
      const found = kept.get(key);
      const isFresh = found !== undefined && performance.now() - found.askedAt < KEPT_MS;
      if (found && !isFresh) drop(key, found);
      const standing = isFresh ? found : ask(key, question);
      kept.delete(key);
      kept.set(key, standing);
      // The name of a question stands for the type of its answer.
      return standing.answer as Promise<Answer>;
    },
    forget,
  };
}

/** Tells scopes apart that see different rows; the day begins on a whole minute everywhere. */
function rowsOf(scope: Scope): string {
  switch (scope.role) {
    case 'admin':
      return `admin ${scope.now.slice(0, 'YYYY-MM-DDTHH:MM'.length)}`;
    case 'user':
      return `user ${scope.portfolioId}`;
    case 'team':
      return `team ${scope.portfolioId} ${scope.teamId}`;
    case 'agent':
      return `agent ${scope.portfolioId} ${scope.accountId}`;
  }
}
