import { randomUUID } from 'node:crypto';
import { call, type Server } from '../call-server.ts';
import { secondsOf } from '../seconds-of.ts';

export type MoveMeasurement = {
  readonly loans: number;
  readonly moveSeconds: number;
  readonly spreadSeconds: number;
  readonly undoSeconds: number;
};

/** Assigns the unassigned tenth of the book to one team and then to all teams, and undoes each. */
export async function measureMove(address: string, cookie: string): Promise<MoveMeasurement> {
  const server = { address, cookie };
  const targets = await call(server, { path: '/api/assignment-targets' });
  const { teams } = JSON.parse(targets) as { teams: { id: string }[] };
  const ids = teams.map(({ id }) => id);
  const move = async (target: object) => {
    const id = randomUUID();
    const body = { id, selection: { filter: { view: 'unassigned' } }, target };
    const assigned = await post(server, '/api/assignments', body);
    const undone = await post(server, `/api/assignments/${id}/undo`, { id: randomUUID() });
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

async function post(server: Server, path: string, body: object) {
  let text = '';
  const seconds = await secondsOf(async () => {
    text = await call(server, { method: 'POST', path, body });
  });
  // The answer comes from our own server, and only its count is used.
  return { answer: JSON.parse(text) as { count?: number }, seconds };
}
