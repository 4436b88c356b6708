import { createHash } from 'node:crypto';
import type { Database } from './database.ts';

export type CountedCalls = { readonly current: number; readonly ttl: number };

type Answer = (error: Error | null, counted?: CountedCalls) => void;

/**
 * The store of `@fastify/rate-limit` in the database, so that a limit holds for all processes
 * together and adding a process does not raise it.
 */
export function callCounter(database: Database) {
  return class CallCounter {
    readonly route: string;
    constructor(options: object) {
      // The library gives the route here, but its types omit it.
      const { routeInfo } = options as { readonly routeInfo?: { readonly url?: string } };
      this.route = routeInfo?.url ?? '';
    }
    child(options: object): CallCounter {
      return new CallCounter(options);
    }
    incr(network: string, answer: Answer, windowMs: number): void {
      countCall(database, { route: this.route, network, windowMs }).then(
        (counted) => answer(null, counted),
        (error: Error) => answer(error),
      );
    }
  };
}

type CountedCall = { readonly route: string; readonly network: string; readonly windowMs: number };

async function countCall(
  database: Database,
  { route, network, windowMs }: CountedCall,
): Promise<CountedCalls> {
  const digest = createHash('sha256').update(network).digest();
  const [row] = await database<CountedCalls[]>`
    insert into call_counts as known (route, network, calls, counted_from)
    values (${route}, ${digest}, 1, now())
    on conflict (route, network) do update set
      calls = case when known.counted_from + ${windowMs} * interval '1 ms' <= now()
        then 1 else known.calls + 1 end,
      counted_from = case when known.counted_from + ${windowMs} * interval '1 ms' <= now()
        then now() else known.counted_from end
    returning calls as current,
      ceil(${windowMs} - extract(epoch from now() - counted_from) * 1000)::int as ttl`;
  if (!row) throw new Error('an insert that returns has one row');
  return row;
}

/** Removes counts that no limit reads any more. */
export async function forgetCalls(database: Database): Promise<void> {
  await database`delete from call_counts where counted_from < now() - interval '10 minutes'`;
}
