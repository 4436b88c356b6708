/** The states of a loan, in the order that screens offer them. Lateness is never a state. */
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

/** A loan is on the books from its disbursement on, in every later state; an application never is. */
export const BOOKED_STATES = [
  'active',
  'closed',
  'written_off',
] as const satisfies readonly LoanState[];

/** What can happen to a loan's state. */
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

/** Every permitted transition; code, SQL and the database's own rule are derived from this list. */
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

/** Where an event leads from a state, as a type. */
export type StateAfter<From extends LoanState, Event extends LifecycleEvent> = Extract<
  (typeof LOAN_TRANSITIONS)[number],
  { readonly from: From; readonly event: Event }
>['to'];

/** What a tape can bring: a loan enters as active, and one that is over is settled or lost at once. */
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
 * The state in which an event leaves a loan, or a refusal that names the state and the event.
 *
 * What else an event asks for, such as nothing paid before a disbursement is undone, its command checks.
 * @example `transition('active', 'write-off')` is `written_off`; `transition('closed', 'write-off')` is refused.
 */
export function transition(state: LoanState, event: LifecycleEvent): Transition {
  const found = LOAN_TRANSITIONS.find((one) => one.from === state && one.event === event);
  return found
    ? { ok: true, state: found.to }
    : { ok: false, refusal: { name: 'event_has_no_transition', state, event } };
}
