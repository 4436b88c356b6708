import type { Database } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';
import { storeSomeDues } from './stored-dues.store.ts';

const STORE_EVERY_MS = 15_000;

/**
 * Starts the job that updates the sums with the schedules of changed loans; it ends with the
 * server.
 */
export function scheduleStoringDues(platform: Platform): void {
  const { app, database } = platform;
  let isClosing = false;
  app.addHook('preClose', () => {
    isClosing = true;
  });
  repeatAsJob(platform, {
    everyMs: STORE_EVERY_MS,
    run: () => storeDues(database, () => isClosing),
    onFailure: (error) => app.log.warn({ err: error }, 'storing the dues waits'),
  });
}

/**
 * Stores the schedules of marked loans until none is left or `isStopped` returns true:
 * docs/decisions/0095-finance-by-day.md.
 */
export async function storeDues(
  database: Database,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let isLeft = true;
  while (isLeft && !isStopped()) isLeft = await database.begin(storeSomeDues);
}
