import { describe, expect, it } from 'vitest';
import { findSystemPostgres } from '@bursar/api/testing/start-system-postgres';
import {
  failOver,
  killPostmaster,
  killServer,
  restartOutsidePostgres,
  type CrashOptions,
} from './crash-rounds.ts';

// A busy machine starts a server slowly, so only the full run enforces ten seconds.
const isFull = process.env['BURSAR_CRASH'] === 'full';
const options: CrashOptions = isFull
  ? { rounds: 17, servingWithinMs: 10_000 }
  : { rounds: 1, servingWithinMs: 60_000 };

// A starting server mostly waits, so several start at once unless the time limit is enforced.
const manner = { concurrent: !isFull };

describe('acknowledged payments under load', manner, () => {
  it.each([
    ['an external PostgreSQL restarts under two servers', restartOutsidePostgres],
    ['the embedded PostgreSQL is killed', killPostmaster],
    ['the server is killed and started again', killServer],
    ...(findSystemPostgres() === null
      ? []
      : [['the primary is lost and its standby promoted', failOver] as const]),
  ] as const)(
    'are neither lost nor doubled, and the service resumes, when %s',
    async (_, strike) => {
      const { problems, acknowledged, ...times } = await strike(options);
      if (isFull) process.stdout.write(`${JSON.stringify({ acknowledged, ...times })}\n`);
      expect(problems).toEqual([]);
      expect(acknowledged).toBeGreaterThanOrEqual(options.rounds);
    },
    600_000,
  );
});
