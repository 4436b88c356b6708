import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import type { Queryable } from './database.ts';
import { refuse, succeed } from './outcome.ts';
import { transactionOrConflict } from './unique-violation.ts';

const { database, owner } = await createTestDatabase();
await owner`
  create table named (id int primary key, name text constraint named_name_once unique)`;
await owner`grant select, insert, delete on named to bursar_app`;

const conflicts = { named_name_once: refuse('name_already_used', { field: 'name' }) };

const create = (sql: Queryable, id: number) =>
  sql`insert into named values (${id}, 'North') on conflict (id) do nothing returning id`;

beforeEach(() => owner`truncate named`);

it('a command that refuses after a write leaves nothing behind', async () => {
  const outcome = await transactionOrConflict(database, conflicts, async (transaction) => {
    await create(transaction, 1);
    return refuse('not_found');
  });
  expect(outcome).toEqual(refuse('not_found'));
  expect(await owner`select id from named`).toEqual([]);
});

describe('a command that violates a unique key', () => {
  it('succeeds if the other row is of the same request', async () => {
    let runs = 0;
    const outcome = await transactionOrConflict(database, conflicts, async (transaction) => {
      runs += 1;
      if (runs === 1) {
        // Another copy of the request commits after this one has looked for its id.
        await create(owner, 1);
        await transaction`insert into named values (2, 'North')`;
      }
      const [created] = await create(transaction, 1);
      return succeed(created ? 'created' : 'found');
    });
    expect(outcome).toMatchObject({ ok: true, value: 'found' });
  });

  it('is refused if the name belongs to another record', async () => {
    await owner`insert into named values (1, 'North')`;
    const outcome = await transactionOrConflict(database, conflicts, async (transaction) => {
      await create(transaction, 2);
      return succeed('created');
    });
    expect(outcome).toMatchObject({ ok: false, refusal: { code: 'name_already_used' } });
    expect(await owner`select id from named`).toHaveLength(1);
  });
});
