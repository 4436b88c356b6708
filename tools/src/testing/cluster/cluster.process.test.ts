import { describe, expect, it } from 'vitest';
import { killInTurns } from './cluster-rounds.ts';
import { hasClusterPackages } from './start-cluster.ts';

const isFull = process.env['BURSAR_CLUSTER'] === 'full';
const rounds = isFull ? 10 : 1;
const ANSWER_WITHIN_MS = 5_000;
/** From the promotion of the other database to the next acknowledged payment. */
const SERVICE_WITHIN_MS = 3_000;

// It needs a minute and both cores, so `npm test` leaves it to `npm run test:cluster`.
const isAsked = process.env['BURSAR_CLUSTER'] !== undefined;

describe.skipIf(!isAsked)('a cluster whose parts are killed', () => {
  it('loses and doubles nothing, and answers every call in time', async () => {
    expect(
      hasClusterPackages,
      'Debian’s packages etcd-server, patroni, postgresql, haproxy and pgbouncer are installed',
    ).toBe(true);
    const { problems, ...figures } = await killInTurns(rounds);
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(problems).toEqual([]);
    expect(figures.acknowledged).toBeGreaterThan(rounds);
    expect(figures.importsBooked).toBeGreaterThan(0);
    // A machine at work on the short form is no measure.
    if (!isFull) return;
    expect(figures.slowestAnswer.ms).toBeLessThan(ANSWER_WITHIN_MS);
    expect(figures.slowestAfterPromotionMs).toBeLessThan(SERVICE_WITHIN_MS);
  }, 3_600_000);
});
