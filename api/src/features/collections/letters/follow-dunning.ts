import { uuidv7 } from 'uuidv7';
import { scheduledCall } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { proposeStep } from './propose-messages.ts';
import { releaseWithin } from './release-batch.ts';
import { listReleasable } from './sent-messages.store.ts';
import { claimProposal, listDueSteps } from './steps.store.ts';

/**
 * Proposes the messages of each step once a day, after end-of-day has closed the portfolio's
 * previous day, and releases the batches of steps with automatic release. A failure in one of them
 * does not stop the others.
 */
export async function followDunning(database: Database, now: Date): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await listDueSteps(database, now.toISOString())) {
    await attempt(failures, () =>
      database.begin(async (transaction) => {
        if (!(await claimProposal(transaction, due))) return;
        await proposeStep(transaction, { ...due, ...scheduledCall(now), by: null });
      }),
    );
  }
  for (const { releasedBy: by, ...batch } of await listReleasable(database, now.toISOString())) {
    const release = {
      ...scheduledCall(now),
      releaseId: uuidv7(),
      leaveOut: [],
      itself: true,
    };
    // A release that is refused, for example in quiet hours or on a day off, is tried again every
    // minute.
    await attempt(failures, () =>
      database.begin((transaction) => releaseWithin(transaction, { ...batch, ...release, by })),
    );
  }
  if (failures.length > 0) throw failures[0];
}

async function attempt(failures: unknown[], run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    failures.push(error);
  }
}
