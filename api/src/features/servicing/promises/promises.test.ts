import { addDays, calendarDate } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type LoanWishes,
} from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice, paymentOf } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { closeDays } from '../../control/end-of-day/close-days.ts';
import { followPromises } from './follow-promises.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
// Reversals need no approval in this file; approvals.test.ts tests those that do.
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });

describe('a promise to pay', () => {
  let agent: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    agent = await signIn('agent');
  });

  const promise = (line: object = {}, wishes: object = {}) => ({
    id: uuidv7(),
    currency: 'USD',
    lines: [{ amountMinor: INSTALMENT, promisedOn: '2026-06-17', ...line }],
    ...wishes,
  });

  const give = (loanId: string, line: object = {}, wishes: object = {}) =>
    agent.post(`/api/loans/${loanId}/promises`, promise(line, wishes));

  const pay = (loanId: string, wishes: object = {}) =>
    agent.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: '2026-06-15', ...wishes }));

  const statesOf = async (loanId: string) => {
    const { body } = await agent.get(`/api/loans/${loanId}/promises`);
    return body.promises.flatMap(({ lines }: { lines: { state: string }[] }) =>
      lines.map(({ state }) => state),
    );
  };

  const reverse = async (loanId: string, amountMinor = INSTALMENT) => {
    const manager = await signIn('manager');
    const [payment] = await test.owner`
      select id from payments where loan_id = ${loanId} and amount_minor = ${amountMinor}`;
    const path = `/api/loans/${loanId}/payments/${payment?.['id']}/reversal`;
    const answer = await manager.post(path, { id: uuidv7(), reason: 'The bank took it back' });
    expect(answer.status).toBe(200);
  };

  /** Runs the jobs that depend on time alone, as of that moment. */
  const passTo = async (instant: string) => {
    const now = new Date(instant);
    await closeDays(test.database, { now });
    await followPromises(test.database, now);
  };

  const later = async (instant: string) => {
    test.clock.moveTo(instant);
    agent = await signIn('agent');
  };

  it('is stored with its author and an audit row', async () => {
    const loan = await arrangeHeld();
    const { status, body } = await give(loan.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      promise: {
        lines: [
          {
            amountMinor: INSTALMENT,
            promisedOn: '2026-06-17',
            state: 'waiting',
            receivedMinor: 0,
          },
        ],
        madeBy: 'delta-agent one',
        contactId: null,
      },
      replacedPromiseIds: [],
      replayed: false,
    });
    const audits = await test.owner`
      select actor_id, after from audit_events
      where event = 'make-promise' and subject_id = ${loan.id}`;
    expect(audits).toHaveLength(1);
    expect(audits[0]).toMatchObject({
      actorId: portfolio.team.agent.id,
      after: { promiseId: body.promise.id, amountMinor: INSTALMENT },
    });
  });

  it('is kept by the payment that covers it, in the same transaction', async () => {
    const loan = await arrangeHeld();
    const { body } = await give(loan.id);
    await pay(loan.id, { amountMinor: INSTALMENT - 1 });
    expect(await statesOf(loan.id)).toEqual(['waiting']);
    await pay(loan.id, { amountMinor: 1 });
    const [row] = await test.owner`
      select state, received_minor from promises where id = ${body.promise.id}`;
    expect(row).toEqual({ state: 'kept', receivedMinor: INSTALMENT });
    const audits = await test.owner`
      select actor_id, before, after from audit_events
      where event = 'settle-promise' and subject_id = ${loan.id} order by id`;
    expect(audits.map(({ after }) => after)).toMatchObject([
      { state: 'waiting', receivedMinor: INSTALMENT - 1 },
      { state: 'kept', receivedMinor: INSTALMENT },
    ]);
    expect(audits.map(({ actorId }) => actorId)).toEqual([null, null]);
  });

  it('is not kept by a payment made before the promise', async () => {
    const loan = await arrangeHeld();
    await pay(loan.id);
    await later('2026-06-15T12:01:00Z');
    await give(loan.id);
    expect(await statesOf(loan.id)).toEqual(['waiting']);
  });

  it('is broken or partly kept once its day has ended in the portfolio’s time zone', async () => {
    const [broken, partly] = [await arrangeHeld(), await arrangeHeld()];
    await give(broken.id);
    await give(partly.id);
    await pay(partly.id, { amountMinor: 5_000 });
    await passTo('2026-06-17T23:59:59Z');
    expect([await statesOf(broken.id), await statesOf(partly.id)]).toEqual([
      ['waiting'],
      ['waiting'],
    ]);
    await passTo('2026-06-18T00:00:00Z');
    expect([await statesOf(broken.id), await statesOf(partly.id)]).toEqual([
      ['broken'],
      ['partly-kept'],
    ]);
    expect(await closeDays(test.database, { now: new Date('2026-06-18T00:01:00Z') })).toEqual([]);
  });

  it('waits again if its payment is reversed, and is broken if that happens after its day', async () => {
    const [early, late] = [await arrangeHeld(), await arrangeHeld()];
    for (const { id } of [early, late]) {
      await give(id);
      await pay(id);
      expect(await statesOf(id)).toEqual(['kept']);
    }
    await reverse(early.id);
    expect(await statesOf(early.id)).toEqual(['waiting']);
    await later('2026-06-18T09:00:00Z');
    await reverse(late.id);
    expect(await statesOf(late.id)).toEqual(['broken']);
    const notifications = await test.owner`
      select target_id, event from notifications where account_id = ${portfolio.team.agent.id}
        and target_id = any(${[early.id, late.id]}::uuid[])`;
    expect(notifications.map((notification) => ({ ...notification }))).toEqual([
      { targetId: late.id, event: 'promise-broken' },
    ]);
  });

  it('is partly kept if one of two payments is reversed after its day', async () => {
    const { id } = await arrangeHeld();
    await give(id);
    await pay(id, { amountMinor: 6_000 });
    await pay(id, { amountMinor: INSTALMENT - 6_000 });
    expect(await statesOf(id)).toEqual(['kept']);
    await later('2026-06-18T09:00:00Z');
    await reverse(id, 6_000);
    const { body } = await agent.get(`/api/loans/${id}/promises`);
    expect(body.promises).toMatchObject([
      { lines: [{ state: 'partly-kept', receivedMinor: INSTALMENT - 6_000 }] },
    ]);
  });

  it('notifies the agent once on its day and once when it is broken', async () => {
    const loan = await arrangeHeld();
    await give(loan.id, { promisedOn: '2026-06-19' });
    for (const instant of [
      '2026-06-19T00:00:00Z',
      '2026-06-19T08:00:00Z',
      '2026-06-20T00:00:00Z',
    ]) {
      await passTo(instant);
    }
    const notifications = await test.owner`
      select account_id, event, amount_minor from notifications
      where target_id = ${loan.id} order by created_at`;
    expect(notifications.map((notification) => ({ ...notification }))).toEqual(
      ['promise-due', 'promise-broken'].map((event) => ({
        accountId: portfolio.team.agent.id,
        event,
        amountMinor: INSTALMENT,
      })),
    );
  });

  it('is no longer broken if a payment made in time is posted late', async () => {
    const loan = await arrangeHeld();
    await give(loan.id);
    await passTo('2026-06-18T00:00:00Z');
    await later('2026-06-19T09:00:00Z');
    await pay(loan.id, { valueDate: '2026-06-17' });
    expect(await statesOf(loan.id)).toEqual(['kept']);
  });

  it('waits until the grace days of its portfolio are over', async () => {
    const lenient = await arrangePortfolio(test.owner, 'lenient');
    await test.owner`update portfolios set promise_grace_days = 2 where id = ${lenient.id}`;
    const loan = await arrangeLoan(test.owner, lenient, {});
    const manager = await test.signIn(lenient.manager.email);
    await manager.post(`/api/loans/${loan.id}/promises`, promise());
    const stateAt = async (instant: string) => {
      await passTo(instant);
      const [row] = await test.owner`select state from promises where loan_id = ${loan.id}`;
      return row?.['state'];
    };
    expect(await stateAt('2026-06-19T23:00:00Z')).toBe('waiting');
    expect(await stateAt('2026-06-20T00:00:00Z')).toBe('broken');
  });

  it('never replaces a promise that waits without being asked to', async () => {
    const loan = await arrangeHeld();
    await give(loan.id);
    expect(await give(loan.id, { promisedOn: '2026-06-20' })).toMatchObject({
      status: 409,
      body: {
        error: 'promise_already_waits',
        details: { promisedOn: '2026-06-17' },
        fields: { earlier: expect.any(String) },
      },
    });
    expect(await statesOf(loan.id)).toEqual(['waiting']);
  });

  it('replaces the promise that waits if asked to, and reports that', async () => {
    const loan = await arrangeHeld();
    const first = await give(loan.id);
    const newer = promise({ promisedOn: '2026-06-20' }, { earlier: 'replace' });
    const second = await agent.post(`/api/loans/${loan.id}/promises`, newer);
    expect(second.body.replacedPromiseIds).toEqual([first.body.promise.id]);
    expect(await statesOf(loan.id)).toEqual(['waiting', 'replaced']);
    const again = await agent.post(`/api/loans/${loan.id}/promises`, newer);
    expect(again.body).toMatchObject({
      replayed: true,
      replacedPromiseIds: [first.body.promise.id],
    });
    const [audit] = await test.owner`
      select after ->> 'replacedPromiseId' as replaced from audit_events
      where event = 'make-promise' and subject_id = ${loan.id} order by id desc limit 1`;
    expect(audit?.['replaced']).toBe(first.body.promise.id);
  });

  it('is added to the promise that waits if asked to; the earlier day is paid first', async () => {
    const loan = await arrangeHeld();
    await give(loan.id, { amountMinor: 6_000, promisedOn: '2026-06-20' });
    await give(loan.id, { amountMinor: 4_000 }, { earlier: 'add' });
    expect(await statesOf(loan.id)).toEqual(['waiting', 'waiting']);
    await pay(loan.id, { amountMinor: 5_000 });
    const { body } = await agent.get(`/api/loans/${loan.id}/promises`);
    expect(body.promises).toMatchObject([
      { lines: [{ promisedOn: '2026-06-17', state: 'kept', receivedMinor: 4_000 }] },
      { lines: [{ promisedOn: '2026-06-20', state: 'waiting', receivedMinor: 1_000 }] },
    ]);
    await reverse(loan.id, 5_000);
    expect(await statesOf(loan.id)).toEqual(['waiting', 'waiting']);
  });

  it('leaves an earlier promise that was kept unchanged', async () => {
    const loan = await arrangeHeld();
    await give(loan.id);
    await pay(loan.id);
    await later('2026-06-15T12:01:00Z');
    const second = await give(loan.id);
    expect(second.body.replacedPromiseIds).toEqual([]);
    expect(await statesOf(loan.id)).toEqual(['waiting', 'kept']);
  });

  const inInstalments = (...days: string[]) => ({
    lines: days.map((promisedOn) => ({ amountMinor: 4_000, promisedOn })),
  });

  it('in instalments is kept and broken line by line', async () => {
    const { id } = await arrangeHeld();
    // These days are later than those that other tests have closed.
    const days = ['2026-07-01', '2026-06-24', '2026-07-08'];
    const { body } = await give(id, {}, inInstalments(...days));
    const { lines } = body.promise;
    expect(lines.map(({ promisedOn }: { promisedOn: string }) => promisedOn)).toEqual([
      '2026-06-24',
      '2026-07-01',
      '2026-07-08',
    ]);
    await passTo('2026-06-25T00:00:00Z');
    expect(await statesOf(id)).toEqual(['broken', 'waiting', 'waiting']);
    await later('2026-06-27T09:00:00Z');
    await pay(id, { valueDate: '2026-06-27', amountMinor: 5_000 });
    expect(await statesOf(id)).toEqual(['broken', 'kept', 'waiting']);
    await pay(id, { valueDate: '2026-06-24', amountMinor: 4_001 });
    expect(await statesOf(id)).toEqual(['kept', 'kept', 'waiting']);
    await reverse(id, 4_001);
    expect(await statesOf(id)).toEqual(['broken', 'kept', 'waiting']);
    const judged = await test.owner`
      select judged.day, judged.state from end_of_day_promises judged
      join promises promise on promise.id = judged.promise_id
      where promise.loan_id = ${id} order by 1`;
    expect(judged.map((one) => ({ ...one }))).toEqual([{ day: '2026-06-24', state: 'broken' }]);
  });

  it('in instalments is answered as a replay whatever the order of its lines', async () => {
    const { id } = await arrangeHeld();
    const sent = promise({}, inInstalments('2026-06-17', '2026-06-24'));
    const path = `/api/loans/${id}/promises`;
    await agent.post(path, sent);
    const again = await agent.post(path, { ...sent, lines: sent.lines.toReversed() });
    expect(again).toMatchObject({ status: 200, body: { replayed: true } });
    const changed = await agent.post(path, { ...sent, lines: sent.lines.slice(1) });
    expect(changed.body.error).toBe('id_reused_with_different_content');
  });

  it('in instalments may not exceed the payoff in all, nor name a day twice', async () => {
    const { id } = await arrangeHeld();
    const many = Array.from({ length: 40 }, (_, at) => addDays(calendarDate('2026-06-16'), at));
    const tooMuch = await give(id, {}, inInstalments(...many));
    expect(tooMuch.body).toMatchObject({
      error: 'amount_exceeds_payoff',
      fields: { lines: expect.any(String) },
    });
    const twice = await give(id, {}, inInstalments('2026-06-17', '2026-06-17'));
    expect(twice.body).toMatchObject({
      error: 'promised_day_repeated',
      fields: { 'lines.1.promisedOn': expect.any(String) },
    });
  });

  it('is stored once when sent twice, at once or later', async () => {
    const loan = await arrangeHeld();
    const body = promise();
    const path = `/api/loans/${loan.id}/promises`;
    const twice = await Promise.all([agent.post(path, body), agent.post(path, body)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice.filter(({ body: made }) => made.replayed)).toHaveLength(1);
    expect(await statesOf(loan.id)).toEqual(['waiting']);
    const changed = await agent.post(path, { ...body, lines: promise({ amountMinor: 1 }).lines });
    expect(changed).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
  });

  it('is replaced by the later of two simultaneous promises', async () => {
    const loan = await arrangeHeld();
    const earlier = { earlier: 'replace' };
    await Promise.all([give(loan.id, {}, earlier), give(loan.id, {}, earlier)]);
    expect((await statesOf(loan.id)).toSorted()).toEqual(['replaced', 'waiting']);
  });

  type Refused = {
    what: string;
    error: string;
    loan?: LoanWishes;
    sent?: object;
    wishes?: object;
  };
  const refusals: Refused[] = [
    { what: 'a closed loan', error: 'loan_is_closed', loan: { status: 'closed' } },
    { what: 'a written-off loan', error: 'loan_is_written_off', loan: { status: 'written_off' } },
    { what: 'a different currency', error: 'currency_differs', wishes: { currency: 'EUR' } },
    { what: 'a zero amount', error: 'amount_not_positive', sent: { amountMinor: 0 } },
    {
      what: 'more than the payoff',
      error: 'amount_exceeds_payoff',
      sent: { amountMinor: 999_999 },
    },
    { what: 'a past day', error: 'promised_day_passed', sent: { promisedOn: '2026-06-14' } },
    { what: 'a mistyped year', error: 'promised_day_too_far', sent: { promisedOn: '2027-06-17' } },
  ];
  it.each(refusals)(
    'refuses $what as $error, at its field',
    async ({ error, loan, sent, wishes }) => {
      const { id } = await arrangeHeld(loan);
      const answer = await give(id, sent, wishes);
      expect(answer.body).toMatchObject({ error, message: expect.stringMatching(/\.$/) });
      expect(Object.keys(answer.body.fields ?? {})).toEqual([
        ...Object.keys(sent ?? {}).map((name) => `lines.0.${name}`),
        ...Object.keys(wishes ?? {}),
      ]);
      const [count] = await test.owner`select count(*) as n from promises where loan_id = ${id}`;
      expect(count?.['n']).toBe(0);
    },
  );

  it('answers 404 for a colleague’s loan', async () => {
    const loan = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    expect(await give(loan.id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await agent.get(`/api/loans/${loan.id}/promises`)).status).toBe(404);
  });
});
