import type { LoanStatus } from '@bursar/contracts/choices';
import { LOAN_ARROWS, transition, type LifecycleEvent } from '@bursar/loan-maths/lifecycle';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';

type StatusRefusal = 'loan_is_closed' | 'loan_is_written_off' | 'loan_is_not_active';

/** What a loan's state allows, by the arrows of its lifecycle; the reason also explains a disabled button. */
export const loanCan = {
  /** Money settles what is owed or, once the loan is written off, is recovered. */
  acceptPayment(status: LoanStatus): Exclude<StatusRefusal, 'loan_is_written_off'> | null {
    if (transition(status, 'settle').ok || isRecovering(status)) return null;
    return status === 'closed' ? 'loan_is_closed' : 'loan_is_not_active';
  },

  /** A charge is due with an instalment, so there has to be one to wait for. */
  beCharged(status: LoanStatus): boolean {
    return transition(status, 'settle').ok;
  },

  /** Somebody else may be put on a loan for as long as something is owed on it. */
  takeParty(status: LoanStatus): boolean {
    return loanCan.acceptPayment(status) === null;
  },

  /** A promise is about what is due, and nothing is due on a loss. */
  acceptPromise(status: LoanStatus): StatusRefusal | null {
    return isRecovering(status) ? 'loan_is_written_off' : loanCan.acceptPayment(status);
  },

  /** A reversal opens a closed loan again; before a write-off nothing moves until that is undone. */
  reversePayment(
    status: LoanStatus,
    { isRecovery }: { isRecovery: boolean },
  ): Exclude<StatusRefusal, 'loan_is_closed'> | null {
    if (isRecovering(status)) return isRecovery ? null : 'loan_is_written_off';
    const isOpen = transition(status, 'settle').ok || transition(status, 'reverse-payment').ok;
    return isOpen && !isRecovery ? null : 'loan_is_not_active';
  },
};

/** Whether money on the loan is a recovery. */
export const isRecovering = (status: LoanStatus): boolean => transition(status, 'recover').ok;

/** Where an event leads a loan, or the refusal that names its status and the event. */
export function moveAlong(
  status: LoanStatus,
  event: LifecycleEvent,
): Outcome<LoanStatus, 'loan_event_refused'> {
  const moved = transition(status, event);
  return moved.ok
    ? succeed(moved.state)
    : refuse('loan_event_refused', { details: { status, event } });
}

/** The status after an event; where the event has no arrow, it stays as it is. */
export function statusAfter(status: LoanStatus, event: LifecycleEvent): LoanStatus {
  const moved = transition(status, event);
  return moved.ok ? moved.state : status;
}

/** The same in SQL, made from the same arrows. */
export function statusAfterIn(sql: Queryable, event: LifecycleEvent, status: Fragment): Fragment {
  const whens = LOAN_ARROWS.filter((arrow) => arrow.event === event).map(
    ({ from, to }) => sql`when ${from}::text then ${to}::text`,
  );
  return sql`case ${status} ${whens} else ${status} end`;
}
