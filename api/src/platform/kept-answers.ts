import type { Scope } from './scope.ts';
import type { Actor } from './session.ts';
import type { WordLine } from './word-line.ts';

/** Where the database's triggers name the portfolio of which a figure has changed. */
const CHANNEL = 'bursar_figures';
const KEPT_MAX = 500;
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
};

/** An administrator's answer is of no one portfolio: any change may be in it. */
type Kept = {
  readonly portfolioId: string | null;
  readonly askedAt: number;
  readonly answer: Promise<unknown>;
};

/**
 * Keeps answers until word of a change in their portfolio comes: docs/decisions/0019. What is still
 * being read stands here too, so that equal questions share it and a change meanwhile discards it.
 */
export function keepAnswers(line: WordLine): KeptAnswers {
  const kept = new Map<string, Kept>();

  function forget(portfolioId: string | null): void {
    if (portfolioId === null) return kept.clear();
    for (const [key, { portfolioId: of }] of kept) {
      if (of === portfolioId || of === null) kept.delete(key);
    }
    return undefined;
  }

  const isProved = line.follow({ channel: CHANNEL, hear: forget, onGap: () => forget(null) });

  /** Begun now; what could not be read is not kept. */
  function ask(key: string, { session: { scope }, read }: Question<unknown>): Kept {
    const portfolioId = scope.role === 'admin' ? null : scope.portfolioId;
    const asked = { portfolioId, askedAt: performance.now(), answer: read() };
    asked.answer.catch(() => kept.get(key) === asked && kept.delete(key));
    return asked;
  }

  return {
    find: <Answer>(question: Question<Answer>) => {
      if (!isProved()) return question.read();
      const { name, session } = question;
      const key = `${name} ${session.businessDate} ${rowsOf(session.scope)}`;
      const found = kept.get(key);
      const isFresh = found !== undefined && performance.now() - found.askedAt < KEPT_MS;
      const standing = isFresh ? found : ask(key, question);
      // Whichever was asked for longest ago stands first, and goes first.
      kept.delete(key);
      kept.set(key, standing);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
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
