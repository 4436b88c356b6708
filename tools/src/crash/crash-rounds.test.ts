import { expect, it } from 'vitest';
import { restartOutsidePostgres } from './crash-rounds.ts';

it('goes on by itself when an outside PostgreSQL is restarted under load', async () => {
  const { problems, acknowledged } = await restartOutsidePostgres({
    rounds: 3,
    servingWithinMs: 60_000,
  });
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(6);
}, 180_000);
