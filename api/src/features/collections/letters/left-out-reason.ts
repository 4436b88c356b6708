import type { DunningStep } from '@bursar/contracts/collections/dunning';
import type { LeftOutReason } from '@bursar/contracts/collections/letters.values';
import { contactBarrier } from '../contact-log/contact-barrier.ts';
import type { MessageLoan } from './message-loans.store.ts';
import { daysLateOf } from './write-message.ts';

type Step = Pick<DunningStep, 'channel' | 'fromDaysLate' | 'untilDaysLate' | 'sparesPromises'>;

/**
 * Returns why the state of a loan prevents a message of a step today; null if it does not. Quiet
 * hours concern the whole batch, so its release checks them.
 */
export function leftOutReason(
  loan: MessageLoan,
  step: Step,
  today: string,
): Exclude<LeftOutReason, 'no-address' | 'field-empty' | 'by-hand' | 'discarded'> | null {
  const daysLate = daysLateOf(loan, today);
  if (loan.status === 'closed' || (loan.status === 'active' && daysLate === 0)) return 'paid';
  if (loan.status !== 'active') return 'not-active';
  if (daysLate < step.fromDaysLate) return 'less-late';
  if (step.untilDaysLate !== null && daysLate > step.untilDaysLate) return 'later-step';
  const { withdrawnChannels, pauseCause } = loan;
  const { channel } = step;
  const barrier = contactBarrier({ channel, withdrawnChannels, isQuiet: false, pauseCause });
  if (barrier === 'disputed' || barrier === 'deceased') return barrier;
  if (barrier !== null) return 'consent-withdrawn';
  return step.sparesPromises && loan.hasWaitingPromise ? 'promised' : null;
}
