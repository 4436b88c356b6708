import { expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { copyRows } from './copy-rows.ts';

it('other work gets turns while rows are encoded', async () => {
  const { owner } = await createTestApp();
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  const slowly = (row: number) => {
    const start = performance.now();
    while (performance.now() - start < 0.1);
    return row;
  };
  await owner.begin(async (transaction) => {
    await transaction`create temporary table copied (number int)`;
    setImmediate(takeTurn);
    const rows = Array.from({ length: 1000 }, (_, at) => at);
    await copyRows(transaction, { table: 'copied', columns: { number: slowly } }, rows);
    isOver = true;
    const [sum] = await transaction<{ sum: number }[]>`select sum(number)::int as sum from copied`;
    expect(sum).toEqual({ sum: 499_500 });
  });
  // A tenth of a second of work in slices of five milliseconds.
  expect(turns).toBeGreaterThan(10);
});
