import type { LoanStatus } from '@bursar/contracts/choices';
import { LOAN_TRANSITIONS, transition, type LifecycleEvent } from '@bursar/loan-maths/lifecycle';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';

type StatusRefusal = 'loan_is_closed' | 'loan_is_written_off' | 'loan_is_not_active';

/**
 * Checks which actions a loan's status allows, by the transitions of its lifecycle. The refusal
 * also explains a disabled button.
 */
export const loanCan = {
  /** Refuses a payment unless it can settle amounts owed or, after a write-off, be a recovery. */
  acceptPayment(status: LoanStatus): Exclude<StatusRefusal, 'loan_is_written_off'> | null {
    if (transition(status, 'settle').ok || isRecovering(status)) return null;
    return status === 'closed' ? 'loan_is_closed' : 'loan_is_not_active';
  },

  /**
   * Returns whether a charge can be added. It is due with an instalment, so the loan must be
   * active.
   */
  beCharged(status: LoanStatus): boolean {
    return transition(status, 'settle').ok;
  },

  /** Returns whether a party can be added: only while the loan accepts payments. */
  takeParty(status: LoanStatus): boolean {
    return loanCan.acceptPayment(status) === null;
  },

  /**
   * Refuses a promise on a loan that accepts no payments, or that is written off, because nothing
   * is due on it.
   */
  acceptPromise(status: LoanStatus): StatusRefusal | null {
    return isRecovering(status) ? 'loan_is_written_off' : loanCan.acceptPayment(status);
  },

  /**
   * Refuses a reversal that the status does not allow. A reversal can reopen a closed loan.
   * Payments made before a write-off can only be reversed after the write-off is undone.
   */
  reversePayment(
    status: LoanStatus,
    { isRecovery }: { isRecovery: boolean },
  ): Exclude<StatusRefusal, 'loan_is_closed'> | null {
    if (isRecovering(status)) return isRecovery ? null : 'loan_is_written_off';
    const isOpen = transition(status, 'settle').ok || transition(status, 'reverse-payment').ok;
    return isOpen && !isRecovery ? null : 'loan_is_not_active';
  },
};

/** Returns whether a payment on a loan with this status is a recovery. */
export const isRecovering = (status: LoanStatus): boolean => transition(status, 'recover').ok;

/** Returns the status after an event, or a refusal that names the status and the event. */
export function moveAlong(
  status: LoanStatus,
  event: LifecycleEvent,
): Outcome<LoanStatus, 'loan_event_refused'> {
  const moved = transition(status, event);
  return moved.ok
    ? succeed(moved.state)
    : refuse('loan_event_refused', { details: { status, event } });
}

/** Returns the status after an event; unchanged if the lifecycle has no such transition. */
export function statusAfter(status: LoanStatus, event: LifecycleEvent): LoanStatus {
  const moved = transition(status, event);
  return moved.ok ? moved.state : status;
}

/** Returns `statusAfter` as SQL, built from the same transitions. */
export function statusAfterIn(sql: Queryable, event: LifecycleEvent, status: Fragment): Fragment {
  const whens = LOAN_TRANSITIONS.filter((permitted) => permitted.event === event).map(
    ({ from, to }) => sql`when ${from}::text then ${to}::text`,
  );
  return sql`case ${status} ${whens} else ${status} end`;
}
