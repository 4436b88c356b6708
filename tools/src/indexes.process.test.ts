import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from './indexes.ts';
import { asOwner } from './running-database.ts';
import { openTestDatabase, runTool, type TestDatabase } from './testing/test-database.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await openTestDatabase();
}, 240_000);
afterAll(() => tested.close());

it('npm run indexes prints what the pending migrations would build, and changes nothing', async () => {
  expect(await runTool(main)).toEqual({
    output: 'Pending migrations build no index beforehand.',
    exitCode: 0,
  });
  const count = () =>
    asOwner(
      tested.books,
      (owner) => owner`select from pg_indexes where indexname = 'borrowers_by_name'`,
    );
  await asOwner(tested.books, async (owner) => {
    await owner`drop index borrowers_by_name`;
    await owner`delete from schema_migrations where name = '2026-11-29-1540-borrowers-by-name.sql'`;
  });
  const { output, exitCode } = await runTool(main);
  expect(output).toBe(
    'create index concurrently if not exists borrowers_by_name on borrowers (portfolio_id, lower(name), id)\n  where merged_into is null;',
  );
  expect(exitCode).toBe(0);
  expect(await count()).toHaveLength(0);
});
