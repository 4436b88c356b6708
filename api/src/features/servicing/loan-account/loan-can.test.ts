import {
  LIFECYCLE_EVENTS,
  LOAN_TRANSITIONS,
  LOAN_STATES,
  transition,
} from '@bursar/loan-maths/lifecycle';
import { describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { loanCan, moveAlong, statusAfter, statusAfterIn } from './loan-can.ts';

const { database, owner } = await createTestDatabase();

describe('the loan lifecycle in the database', () => {
  it('has the same transitions and states as loan-maths', async () => {
    const transitions = await owner<{ from: string; event: string; to: string }[]>`
      select from_status as from, event, to_status as to from loan_transitions`;
    const textsOf = (rows: readonly { from: string; event: string; to: string }[]) =>
      rows.map(({ from, event, to }) => `${from} ${event} ${to}`).toSorted();
    expect(textsOf(transitions)).toEqual(textsOf(LOAN_TRANSITIONS));
    const [check] = await owner<{ text: string }[]>`
      select pg_get_constraintdef(oid) as text from pg_constraint
      where conname = 'loan_state_status_check'`;
    const states = [...(check?.text ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state ?? '');
    expect(states.toSorted()).toEqual(LOAN_STATES.toSorted());
    await expect(database`delete from loan_transitions`).rejects.toThrow('permission denied');
  });

  it('refuses transitions that the lifecycle lacks, even by the database owner', async () => {
    const { id } = await arrangeLoan(owner, await arrangePortfolio(owner), { status: 'closed' });
    await expect(
      owner`update loan_state set status = 'written_off' where loan_id = ${id}`,
    ).rejects.toThrow('a loan that is closed cannot become written_off: no event leads there');
    await owner`update loan_state set status = 'active' where loan_id = ${id}`;
  });

  it('changes a status as loan-maths does, for every state and event', async () => {
    for (const event of LIFECYCLE_EVENTS) {
      const rows = await database<{ status: (typeof LOAN_STATES)[number]; after: string }[]>`
        select state.status, ${statusAfterIn(database, event, database`state.status`)} as after
        from unnest(${[...LOAN_STATES]}::text[]) as state(status)`;
      expect(rows).toHaveLength(LOAN_STATES.length);
      for (const { status, after } of rows) {
        const moved = transition(status, event);
        expect([status, event, after]).toEqual([status, event, moved.ok ? moved.state : status]);
        expect(statusAfter(status, event)).toBe(after);
      }
    }
  });

  it('accepts payments, promises and reversals only in the states where they count', () => {
    const answers = LOAN_STATES.map((status) => [
      status,
      loanCan.acceptPayment(status),
      loanCan.acceptPromise(status),
      loanCan.reversePayment(status, { isRecovery: false }),
      loanCan.reversePayment(status, { isRecovery: true }),
    ]);
    const never = Array.from({ length: 4 }, () => 'loan_is_not_active');
    expect(answers).toEqual([
      ['submitted', ...never],
      ['approved', ...never],
      ['active', null, null, null, 'loan_is_not_active'],
      ['closed', 'loan_is_closed', 'loan_is_closed', null, 'loan_is_not_active'],
      ['written_off', null, 'loan_is_written_off', 'loan_is_written_off', null],
      ['rejected', ...never],
      ['withdrawn', ...never],
    ]);
  });

  it('names the status and the event in a refusal', () => {
    expect(moveAlong('closed', 'write-off')).toEqual({
      ok: false,
      refusal: { code: 'loan_event_refused', details: { status: 'closed', event: 'write-off' } },
    });
    expect(moveAlong('active', 'write-off')).toEqual({ ok: true, value: 'written_off' });
  });
});
