import { describe, expect, it } from 'vitest';
import { killInTurns } from './cluster-rounds.ts';
import { hasClusterPackages } from './start-cluster.ts';

const form = process.env['BURSAR_CLUSTER'];
const isFull = form === 'full';
const rounds = isFull ? 10 : 1;
const ANSWER_WITHIN_MS = 5_000;
/** Maximum time from the promotion of the other database to the next acknowledged payment. */
const SERVICE_WITHIN_MS = 3_000;

// The test needs both cores, so it has its own step: `tools/src/cluster-step.ts`.
const isAsked = form !== undefined && (form !== 'short-if-installed' || hasClusterPackages);

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
    // The short form may run on a busy machine, whose times are not meaningful.
    if (!isFull) return;
    expect(figures.slowestAnswer.ms).toBeLessThan(ANSWER_WITHIN_MS);
    expect(figures.slowestAfterPromotionMs).toBeLessThan(SERVICE_WITHIN_MS);
  }, 3_600_000);
});
