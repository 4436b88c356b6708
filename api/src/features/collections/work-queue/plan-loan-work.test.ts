import { describe, expect, it, onTestFinished } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';
import { followReminders } from './follow-reminders.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const agent = await signIn('agent');

describe('planning work on a loan', () => {
  const action = (wishes: object = {}) => ({
    what: 'Call after salary day',
    dueOn: '2026-06-20',
    remindAt: '2026-06-20T09:00:00.000Z',
    ...wishes,
  });
  const plan = (loanId: string, planned: object | null) =>
    agent.put(`/api/loans/${loanId}/next-action`, { action: planned });

  it('sets, changes and completes the next action, each audited with the former action', async () => {
    const { id } = await arrangeHeld();
    const first = await plan(id, action());
    expect(first).toMatchObject({
      status: 200,
      body: { nextAction: { ...action(), setBy: 'delta-agent one' }, snoozedUntil: null },
    });
    await plan(id, action({ what: 'Visit', remindAt: null }));
    await plan(id, null);
    expect((await agent.get(`/api/loans/${id}/work`)).body.nextAction).toBeNull();
    const audits = await test.owner`
      select before, after from audit_events
      where event = 'plan-next-action' and subject_id = ${id} order by id`;
    expect(audits.map(({ before, after }) => [before.nextAction, after.nextAction])).toEqual([
      [null, 'Call after salary day'],
      ['Call after salary day', 'Visit'],
      ['Visit', null],
    ]);
  });

  it('reminds the loan’s agent once, at the chosen time', async () => {
    const { id } = await arrangeHeld();
    await plan(id, action());
    expect(await followReminders(test.database, new Date('2026-06-20T08:59:59Z'))).toBe(0);
    const at = new Date('2026-06-20T09:00:00Z');
    const turns = await Promise.all([
      followReminders(test.database, at),
      followReminders(test.database, at),
    ]);
    expect(turns.toSorted()).toEqual([0, 1]);
    const notifications = await test.owner`
      select account_id, event, message, target_id from notifications where target_id = ${id}`;
    expect(notifications.map((notification) => ({ ...notification }))).toEqual([
      {
        accountId: portfolio.team.agent.id,
        event: 'next-action-due',
        message: 'Call after salary day',
        targetId: id,
      },
    ]);
  });

  const dueAt = new Date('2026-06-20T09:00:00Z');
  const remindedOf = async (loanId: string) => {
    await followReminders(test.database, dueAt);
    const rows = await test.owner`
      select account_id from notifications
      where event = 'next-action-due' and target_id = ${loanId} order by account_id`;
    const [work] = await test.owner`select remind_at from loan_work where loan_id = ${loanId}`;
    expect(work).toMatchObject({ remindAt: null });
    return rows.map(({ accountId }) => accountId);
  };
  const holdBy = (loanId: string, teamId: string | null, agentId: string | null = null) =>
    test.owner`
      update loan_state set team_id = ${teamId}, agent_id = ${agentId} where loan_id = ${loanId}`;

  it('reminds the desk, else the managers, of a loan that its author no longer holds', async () => {
    const { team, manager, otherTeam } = portfolio;
    const [taken, moved, unassigned] = [
      await arrangeHeld(),
      await arrangeHeld(),
      await arrangeHeld(),
    ];
    for (const { id } of [taken, moved, unassigned]) await plan(id, action());
    await holdBy(taken.id, team.id);
    await holdBy(moved.id, otherTeam.id, otherTeam.agent.id);
    await holdBy(unassigned.id, null);
    expect(await remindedOf(taken.id)).toEqual([team.desk.id]);
    expect(await remindedOf(moved.id)).toEqual([otherTeam.agent.id]);
    expect(await remindedOf(unassigned.id)).toEqual([manager.id]);
  });

  it('reminds no suspended agent, and the author if the loan has no agent', async () => {
    const stopped = portfolio.otherTeam.otherAgent;
    const [suspended, ofDesk] = [await arrangeHeld(), await arrangeHeld({ agentId: null })];
    await plan(suspended.id, action());
    await holdBy(suspended.id, portfolio.otherTeam.id, stopped.id);
    await test.owner`update accounts set status = 'suspended' where id = ${stopped.id}`;
    const manager = await signIn('manager');
    await manager.put(`/api/loans/${ofDesk.id}/next-action`, { action: action() });
    expect(await remindedOf(suspended.id)).toEqual([portfolio.otherTeam.desk.id]);
    expect(await remindedOf(ofDesk.id)).toEqual([portfolio.manager.id]);
  });

  it('reminds no one of a closed loan', async () => {
    const { id } = await arrangeHeld();
    await plan(id, action());
    await test.owner`update loan_state set status = 'closed' where loan_id = ${id}`;
    expect(await remindedOf(id)).toEqual([]);
  });

  it('names the next working day of the portfolio', async () => {
    const { id } = await arrangeHeld();
    const nextWorkingDay = async () =>
      (await agent.get(`/api/loans/${id}/work`)).body.nextWorkingDay;
    expect(await nextWorkingDay()).toBe('2026-06-16');
    const manager = await signIn('manager');
    const { status } = await manager.put(`/api/days-off/${portfolio.id}/holidays/2026-06-16`, {
      name: 'Founding day',
    });
    expect(status).toBe(200);
    expect(await nextWorkingDay()).toBe('2026-06-17');
    await manager.put(`/api/days-off/${portfolio.id}/weekdays`, { weekdays: [3, 4] });
    expect(await nextWorkingDay()).toBe('2026-06-19');
  });

  it('snoozes the loan until a day, with an audit row', async () => {
    const { id } = await arrangeHeld();
    const answer = await agent.put(`/api/loans/${id}/snooze`, { until: '2026-06-18' });
    expect(answer.body.snoozedUntil).toBe('2026-06-18');
    const audits = await test.owner`
      select after from audit_events where event = 'snooze-loan' and subject_id = ${id}`;
    expect(audits.map(({ after }) => after)).toEqual([{ snoozedUntil: '2026-06-18' }]);
  });

  it('shows a snooze only until its day in the portfolio’s time zone', async () => {
    const { id } = await arrangeHeld();
    onTestFinished(() => test.clock.moveTo('2026-06-15T12:00:00Z'));
    await agent.put(`/api/loans/${id}/snooze`, { until: '2026-06-18' });
    const snoozedAt = async (instant: string) => {
      test.clock.moveTo(instant);
      const client = await signIn('agent');
      const planned = await client.put(`/api/loans/${id}/next-action`, { action: null });
      const { body } = await client.get(`/api/loans/${id}/work`);
      return [body.snoozedUntil, planned.body.snoozedUntil];
    };
    expect(await snoozedAt('2026-06-17T23:59:00Z')).toEqual(['2026-06-18', '2026-06-18']);
    expect(await snoozedAt('2026-06-18T00:00:00Z')).toEqual([null, null]);
  });

  it.each([
    { error: 'day_passed', sent: { dueOn: '2026-06-14' } },
    { error: 'day_too_far', sent: { dueOn: '2027-06-20' } },
    { error: 'reminder_passed', sent: { remindAt: '2026-06-15T12:00:00.000Z' } },
    { error: 'invalid_request', sent: { what: '   ' } },
    { error: 'invalid_request', sent: { remindAt: '9999-12-31T23:59:59-12:00' } },
  ])('refuses a plan with $error', async ({ error, sent }) => {
    const { id } = await arrangeHeld();
    expect(await plan(id, action(sent))).toMatchObject({ status: 400, body: { error } });
    expect((await agent.get(`/api/loans/${id}/work`)).body.nextAction).toBeNull();
  });

  it.each([
    { error: 'day_passed', until: '2026-06-15' },
    { error: 'day_too_far', until: '2027-06-20' },
  ])('refuses to snooze until $until with $error', async ({ error, until }) => {
    const { id } = await arrangeHeld();
    const answer = await agent.put(`/api/loans/${id}/snooze`, { until });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  it('stores only a reminder time that can be read again', async () => {
    const { id } = await arrangeHeld();
    await plan(id, action({}));
    const save = (remindAt: string) =>
      test.owner`update loan_work set remind_at = ${remindAt} where loan_id = ${id}`;
    await expect(save('9999-12-31T23:59:59-12:00')).rejects.toThrow('reminder_in_years');
    await expect(save('infinity')).rejects.toThrow('reminder_in_years');
    await save('2999-12-31T23:59:59-14:00');
    const { body } = await agent.get(`/api/loans/${id}/work`);
    expect(body.nextAction.remindAt).toBe('3000-01-01T13:59:59.000Z');
  });

  it('answers 404 for a colleague’s loan', async () => {
    const { id } = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    expect((await plan(id, null)).status).toBe(404);
    expect((await agent.put(`/api/loans/${id}/snooze`, { until: null })).status).toBe(404);
    expect((await agent.get(`/api/loans/${id}/work`)).status).toBe(404);
  });
});
