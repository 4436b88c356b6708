import type { PauseCause } from '@bursar/contracts/collections/contact-outcomes';
import {
  closureOf,
  type Closure,
  type ContactChannel,
} from '@bursar/contracts/records/closed-channels';

type Contact = {
  readonly channel: ContactChannel;
  readonly withdrawnChannels: readonly string[];
  readonly isQuiet: boolean;
  /** The open pause of the loan; null if contact about it is not paused. */
  readonly pauseCause: PauseCause | null;
};

/** Returns why a borrower may not be contacted about a loan; null if they may. */
export function contactBarrier({ pauseCause, ...contact }: Contact): PauseCause | Closure | null {
  return pauseCause ?? closureOf(contact);
}
