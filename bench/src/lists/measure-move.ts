import { randomUUID } from 'node:crypto';

export type MoveMeasurement = {
  readonly loans: number;
  readonly moveSeconds: number;
  readonly spreadSeconds: number;
  readonly undoSeconds: number;
};

/** Assigns the unassigned tenth of the book to one team and then to all teams, and undoes each. */
export async function measureMove(address: string, cookie: string): Promise<MoveMeasurement> {
  const call = (path: string, body: object) => post(`${address}${path}`, { cookie, body });
  const targets = await fetch(`${address}/api/assignment-targets`, { headers: { cookie } });
  const { teams } = (await targets.json()) as { teams: { id: string }[] };
  const ids = teams.map(({ id }) => id);
  const move = async (target: object) => {
    const id = randomUUID();
    const body = { id, selection: { filter: { view: 'unassigned' } }, target };
    const assigned = await call('/api/assignments', body);
    const undone = await call(`/api/assignments/${id}/undo`, { id: randomUUID() });
    return { count: assigned.answer.count ?? 0, seconds: assigned.seconds, undo: undone.seconds };
  };
  const one = await move({ kind: 'team', id: ids[0] });
  const several = await move({ kind: 'team', spread: { ids, by: 'outstanding' } });
  return {
    loans: one.count,
    moveSeconds: one.seconds,
    spreadSeconds: several.seconds,
    undoSeconds: Math.max(one.undo, several.undo),
  };
}

async function post(address: string, { cookie, body }: { cookie: string; body: object }) {
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '';
  const start = performance.now();
  const response = await fetch(address, {
    method: 'POST',
    headers: { cookie, 'x-xsrf-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // The answer comes from our own server, and only its count is used.
  const answer = (await response.json()) as { count?: number };
  if (!response.ok) throw new Error(`${address}: ${response.status} ${JSON.stringify(answer)}`);
  return { answer, seconds: (performance.now() - start) / 1000 };
}
