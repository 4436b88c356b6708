/** The states of a loan, in the order of the screens. Being late is not a state. */
export const LOAN_STATES = [
  'submitted',
  'approved',
  'active',
  'closed',
  'written_off',
  'rejected',
  'withdrawn',
] as const;
export type LoanState = (typeof LOAN_STATES)[number];

/** The states after disbursement, in which a loan is in the ledger; applications are not. */
export const BOOKED_STATES = [
  'active',
  'closed',
  'written_off',
] as const satisfies readonly LoanState[];

/** Events that may change the state of a loan. */
export const LIFECYCLE_EVENTS = [
  'approve',
  'reject',
  'withdraw',
  'undo-approval',
  'disburse',
  'undo-disbursement',
  'settle',
  'reverse-payment',
  'write-off',
  'undo-write-off',
  'recover',
  'reschedule',
  'undo-reschedule',
] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

type LoanTransition = {
  readonly from: LoanState;
  readonly event: LifecycleEvent;
  readonly to: LoanState;
};

/**
 * Every permitted transition. Code and SQL are derived from this list; a test compares the table of
 * the database with it.
 */
export const LOAN_TRANSITIONS = [
  { from: 'submitted', event: 'approve', to: 'approved' },
  { from: 'submitted', event: 'reject', to: 'rejected' },
  { from: 'submitted', event: 'withdraw', to: 'withdrawn' },
  { from: 'approved', event: 'undo-approval', to: 'submitted' },
  { from: 'approved', event: 'withdraw', to: 'withdrawn' },
  { from: 'approved', event: 'disburse', to: 'active' },
  { from: 'active', event: 'undo-disbursement', to: 'approved' },
  { from: 'active', event: 'settle', to: 'closed' },
  { from: 'closed', event: 'reverse-payment', to: 'active' },
  { from: 'active', event: 'write-off', to: 'written_off' },
  { from: 'written_off', event: 'undo-write-off', to: 'active' },
  { from: 'written_off', event: 'recover', to: 'written_off' },
  { from: 'active', event: 'reschedule', to: 'active' },
  { from: 'active', event: 'undo-reschedule', to: 'active' },
] as const satisfies readonly LoanTransition[];

/** The state after an event in a given state, as a type. */
export type StateAfter<From extends LoanState, Event extends LifecycleEvent> = Extract<
  (typeof LOAN_TRANSITIONS)[number],
  { readonly from: From; readonly event: Event }
>['to'];

/**
 * The states of a loan from a tape: active, or closed or written off if it ended before boarding.
 */
export type BoardedState = 'active' | StateAfter<'active', 'settle' | 'write-off'>;

export type Transition =
  | { readonly ok: true; readonly state: LoanState }
  | { readonly ok: false; readonly refusal: LifecycleRefusal };

export type LifecycleRefusal = {
  readonly name: 'event_has_no_transition';
  readonly state: LoanState;
  readonly event: LifecycleEvent;
};

/**
 * Returns the state after an event, or a refusal with the state and the event.
 *
 * Commands check further conditions, such as that nothing was paid before a disbursement is undone.
 * @example `transition('active', 'write-off')` is `written_off`; `transition('closed',
 * 'write-off')` is refused.
 */
export function transition(state: LoanState, event: LifecycleEvent): Transition {
  const found = LOAN_TRANSITIONS.find((one) => one.from === state && one.event === event);
  return found
    ? { ok: true, state: found.to }
    : { ok: false, refusal: { name: 'event_has_no_transition', state, event } };
}
