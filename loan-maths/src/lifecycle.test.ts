import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  LIFECYCLE_EVENTS,
  LOAN_TRANSITIONS,
  LOAN_STATES,
  transition,
  type BoardedState,
  type LifecycleEvent,
  type LoanState,
} from './lifecycle.ts';

/** The expected transitions, written by hand; every other event must be refused. */
const expected: Record<LoanState, Partial<Record<LifecycleEvent, LoanState>>> = {
  submitted: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: { disburse: 'active', 'undo-approval': 'submitted', withdraw: 'withdrawn' },
  active: {
    settle: 'closed',
    'undo-disbursement': 'approved',
    'write-off': 'written_off',
    reschedule: 'active',
    'undo-reschedule': 'active',
  },
  closed: { 'reverse-payment': 'active' },
  written_off: { 'undo-write-off': 'active', recover: 'written_off' },
  rejected: {},
  withdrawn: {},
};

const pairs = LOAN_STATES.flatMap((state) =>
  LIFECYCLE_EVENTS.map((event) => ({ state, event, to: expected[state][event] })),
);

describe('the lifecycle of a loan', () => {
  it.each(pairs)('allows or refuses $event on a loan that is $state', ({ state, event, to }) => {
    const refusal = { name: 'event_has_no_transition', state, event };
    expect(transition(state, event)).toEqual(
      to === undefined ? { ok: false, refusal } : { ok: true, state: to },
    );
  });

  it('has at most one transition for a state and an event, and uses every event', () => {
    const starts = LOAN_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(starts).size).toBe(starts.length);
    const used: ReadonlySet<string> = new Set(LOAN_TRANSITIONS.map(({ event }) => event));
    expect(LIFECYCLE_EVENTS.filter((event) => !used.has(event))).toEqual([]);
  });

  it('allows a tape to have loans that are active, closed or written off', () => {
    expectTypeOf<BoardedState>().toEqualTypeOf<'active' | 'closed' | 'written_off'>();
  });
});
