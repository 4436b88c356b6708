import { expect, it } from 'vitest';
import type { Caller, Mark } from './fuzz-world.ts';
import { openRowOwners } from './row-owners.ts';

const madeUp = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const theirs = '01a205b3-2657-7874-be99-2f04bd544fd2';

const manager: Caller = {
  name: 'manager of amberfield',
  mark: 'amberfield',
  client: () => {
    throw new Error('nothing is asked of a server');
  },
};

const answerOf = (id: string) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ rows: [{ id }] })),
  complete: true,
  tookMs: 1,
});

const sentWith = (id: string) => ({
  method: 'PUT',
  address: `/api/saved-views/${id}`,
  headers: {},
  body: null,
});

const listed = { method: 'GET', address: '/api/audit', headers: {}, body: null };

it('an invented id is not reported as foreign, even if another portfolio invented it too', async () => {
  const rows = new Map<Mark, string[]>([['birchwood', [theirs]]]);
  const owners = await openRowOwners({
    idsOf: async (mark) => new Map([['saved_views', rows.get(mark) ?? []]]),
  });
  await owners.foreignIn(manager, { sent: sentWith(madeUp), answer: answerOf(madeUp) });
  rows.set('birchwood', [theirs, madeUp]);
  await owners.refresh();
  expect(await owners.foreignIn(manager, { sent: listed, answer: answerOf(madeUp) })).toBeNull();
  await owners.foreignIn(manager, { sent: sentWith(theirs), answer: answerOf(theirs) });
  const finding = await owners.foreignIn(manager, { sent: listed, answer: answerOf(theirs) });
  expect(finding).toMatch('tells an id of birchwood');
});
