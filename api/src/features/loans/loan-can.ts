import type { LoanStatus } from '@bursar/contracts/choices';
import { LOAN_ARROWS, transition, type LifecycleEvent } from '@bursar/loan-maths/lifecycle';
import type { Fragment } from '../../platform/conditions.ts';
import type { Queryable } from '../../platform/database.ts';

type StatusRefusal = 'loan_is_closed' | 'loan_is_written_off' | 'loan_is_not_active';

/** What a loan's state allows, by the arrows of its lifecycle; the reason also explains a disabled button. */
export const loanCan = {
  acceptPayment(status: LoanStatus): StatusRefusal | null {
    return transition(status, 'settle').ok ? null : refusalOf(status);
  },

  /** A reversal opens a closed loan again; what was written off stays as it was taken. */
  reversePayment(status: LoanStatus): Exclude<StatusRefusal, 'loan_is_closed'> | null {
    if (transition(status, 'settle').ok || transition(status, 'reverse-payment').ok) return null;
    const refusal = refusalOf(status);
    return refusal === 'loan_is_closed' ? 'loan_is_not_active' : refusal;
  },
};

function refusalOf(status: LoanStatus): StatusRefusal {
  switch (status) {
    case 'closed':
      return 'loan_is_closed';
    case 'written_off':
      return 'loan_is_written_off';
    case 'submitted':
    case 'approved':
    case 'active':
    case 'rejected':
    case 'withdrawn':
      return 'loan_is_not_active';
  }
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
