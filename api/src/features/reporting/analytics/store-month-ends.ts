import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';
import { storeSomeMonthEnds, startMonths } from './stored-month-ends.store.ts';

const KEEP_EVERY_MS = 15_000;

/** Starts the job that stores the figures of past month ends; it ends with the server. */
export function scheduleMonthEnds(platform: Platform): void {
  const { app, database, clock } = platform;
  let isClosing = false;
  app.addHook('preClose', () => {
    isClosing = true;
  });
  repeatAsJob(platform, {
    everyMs: KEEP_EVERY_MS,
    run: () => storeMonthEnds(database, { now: clock.now(), isStopped: () => isClosing }),
    onFailure: (error) => app.log.warn({ err: error }, 'storing the month ends waits'),
  });
}

type Options = { readonly now: ReturnType<Clock['now']>; readonly isStopped?: () => boolean };

/**
 * Stores the month ends of marked loans until none is left or `isStopped` returns true:
 * docs/decisions/0090-stored-month-ends.md.
 */
export async function storeMonthEnds(
  database: Database,
  { now, isStopped = () => false }: Options,
): Promise<void> {
  await startMonths(database, now);
  let isLeft = true;
  while (isLeft && !isStopped()) isLeft = await database.begin(storeSomeMonthEnds);
}
