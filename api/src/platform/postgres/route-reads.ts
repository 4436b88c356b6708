import type { Database } from '../database.ts';
import type { Replica } from './replica.ts';
import { countAsWaiting } from './statements.ts';

/** The driver's query, as far as this file uses it. */
type RoutedQuery = {
  readonly strings: TemplateStringsArray;
  readonly args: readonly unknown[];
  /**
   * Called once, when the statement is requested; never called for a fragment of another statement.
   */
  handler: (query: RoutedQuery) => unknown;
  readonly resolve: (rows: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Returns the database with its template statements answered by the replica, or by the primary if
 * the replica cannot. Everything else, such as a transaction, stays on the primary.
 */
export function routeReads(primary: Database, replica: Replica): Database {
  const route = async (query: RoutedQuery, ask: RoutedQuery['handler']): Promise<void> => {
    countAsWaiting(query, false);
    try {
      const rows = await replica.answer(query.strings, query.args);
      if (rows !== null) return query.resolve(rows);
    } catch (error) {
      return query.reject(error);
    }
    countAsWaiting(query, true);
    ask(query);
  };
  return new Proxy(primary, {
    apply: (target, self, given: unknown[]) => {
      const made: unknown = Reflect.apply(target, self, given);
      if (!isStatement(made)) return made;
      const ask = made.handler;
      made.handler = (query) => void route(query, ask);
      return made;
    },
  });
}

/** The driver also makes identifiers and lists of values, which are not statements. */
function isStatement(made: unknown): made is RoutedQuery {
  return typeof made === 'object' && made !== null && 'handler' in made && 'strings' in made;
}
