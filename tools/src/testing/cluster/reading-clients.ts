import type { Office } from '../crash/office.ts';
import { askUntilAnswered, type Tally } from './behind-proxy.ts';

const paths = [
  '/api/loans?view=all',
  '/api/search?q=state',
  '/api/finance/arrears',
  '/api/analytics/arrears',
  '/api/borrowers',
] as const;

/** Requests one path after another until `watched.signal` aborts. */
export async function letClientRead(
  { headers }: Office,
  address: string,
  watched: { readonly tally: Tally; readonly signal: AbortSignal },
): Promise<void> {
  for (let turn = 0; !watched.signal.aborted; turn += 1) {
    const path = paths[turn % paths.length] ?? '';
    await askUntilAnswered({ url: `${address}${path}`, headers }, watched);
  }
}
