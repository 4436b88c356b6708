import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@bursar/api/platform/database';
import { generateTape } from '@bursar/api/seed/generate-tape';
import { z } from 'zod';
import type { Office } from '../crash/office.ts';
import { askUntilAnswered, type Tally } from './behind-proxy.ts';

const ROWS = 20;
const POLL_MS = 200;

type Watched = { readonly tally: Tally; readonly signal: AbortSignal };

/**
 * Imports one tape after another until `watched.signal` aborts. Returns the ids of the imports that
 * were shown as booked.
 */
export async function letClientImport(
  { headers }: Office,
  address: string,
  watched: Watched,
): Promise<ReadonlySet<string>> {
  const booked = new Set<string>();
  const stateOf = async (id: string) => {
    const answer = await askUntilAnswered(
      { url: `${address}/api/imports/${id}`, headers },
      watched,
    );
    return answer && tapeState.parse(JSON.parse(answer.body)).state;
  };
  /** Polls until the import has left a state, as the screen does. */
  const leave = async (state: string, id: string) => {
    for (;;) {
      const current = await stateOf(id);
      if (current !== state) return current;
      await wait(POLL_MS);
    }
  };
  for (let tape = 1; !watched.signal.aborted; tape += 1) {
    const id = randomUUID();
    const query = new URLSearchParams({ id, fileName: `tape ${tape}.csv` });
    await askUntilAnswered(
      {
        url: `${address}/api/imports?${query.toString()}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: generateTape({ rows: ROWS, seed: tape, idPrefix: `t${tape}-` }),
      },
      watched,
    );
    // If the node that works on an import is killed, the import fails or stays as it was. The
    // client then starts with the next tape.
    if ((await leave('checking', id)) !== 'checked') continue;
    const book = { url: `${address}/api/imports/${id}/book`, method: 'POST' as const, headers };
    await askUntilAnswered({ ...book, accepts: [409] }, watched);
    if ((await leave('booking', id)) === 'booked') booked.add(id);
  }
  return booked;
}

const tapeState = z.object({ state: z.string() });

/** Describes each import that was shown as booked but does not have exactly its loans. */
export async function checkImports(
  owner: Database,
  booked: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await owner<{ id: string; loans: number }[]>`
    select import_id as id, count(*)::int as loans from loans
    where import_id is not null group by 1`;
  const loansOf = new Map(rows.map(({ id, loans }) => [id, loans]));
  return [...booked].flatMap((id) => {
    const loans = loansOf.get(id) ?? 0;
    return loans === ROWS ? [] : [`import ${id} was booked and has ${loans} loans`];
  });
}
