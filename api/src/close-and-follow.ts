import { mailReports } from './features/collections/collection-reports/mail-reports.ts';
import { followDunning } from './features/collections/letters/follow-dunning.ts';
import { closeDays, type Asked } from './features/control/end-of-day/close-days.ts';
import { followDistributionRules } from './features/distribution/distribution-rules/follow-distribution-rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { tryEach } from './platform/try-each.ts';

type Closing = { readonly clock: Clock } & Pick<Asked, 'onLeft'>;

/**
 * Closes the ended days, and then does what follows a closed day. A step that fails does not stop
 * the others, because a single portfolio can make it fail every minute.
 */
export function closeAndFollow(database: Database, { clock, ...closing }: Closing): Promise<void> {
  const steps = [
    () => closeDays(database, { now: clock.now(), ...closing }),
    () => followDistributionRules(database, clock.now()),
    () => followDunning(database, clock.now()),
    () => mailReports(database, clock.now()),
  ];
  return tryEach<() => Promise<unknown>>(steps, (step) => step());
}
