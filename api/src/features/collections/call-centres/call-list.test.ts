import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, it } from 'vitest';
import { callRecordCalls } from '@bursar/contracts/collections/call-centres';
import { bodyOf } from '../../../testing/body-of.ts';
import { arrangeLoan } from '../../../testing/arrange.ts';
import {
  admitPatient,
  logCall,
  nextCall,
  openCallDesk,
  recordCallConsent,
  type CallDesk,
} from '../../../testing/call-desk.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { weekOf } from '../../../testing/week-of.ts';

const office = await openOffice();
const { test, portfolio } = office;
let [manager, agent, otherAgent] = await signInAll();
const { team } = portfolio;

async function signInAll() {
  const seats = ['manager', 'agent', 'otherAgent'] as const;
  const [one, two, three] = await Promise.all(seats.map((seat) => office.signIn(seat)));
  if (!one || !two || !three) throw new Error('everybody signs in');
  return [one, two, three] as const;
}

/** Moves the clock and signs everyone in again, because sessions expire when it moves. */
async function moveTo(instant: string): Promise<void> {
  test.clock.moveTo(instant);
  [manager, agent, otherAgent] = await signInAll();
}

/** 15 June 2026 is a Monday. */
afterEach(() => moveTo('2026-06-15T12:00:00Z'));

const openDesk = (wishes: object = {}, timeZone = 'UTC') =>
  openCallDesk({ manager, callers: [team.agent, team.otherAgent] }, { wishes, timeZone });
const recordConsent = (patientId: string, state: 'given' | 'withdrawn') =>
  recordCallConsent(manager, patientId, state);
const admit = (desk: CallDesk, name: string, wishes: object = {}) =>
  admitPatient(manager, desk, { name, ...wishes });
const next = (desk: CallDesk, client = agent) => nextCall(client, desk);
const log = (patientId: string, wishes: object = {}, client = agent) =>
  logCall(client, patientId, wishes);

describe('the next call', () => {
  it('is a due retry before a first call, and the oldest of each first', async () => {
    const desk = await openDesk({ retryMinutes: 30 });
    const first = await admit(desk, 'First');
    await moveTo('2026-06-15T12:01:00Z');
    const second = await admit(desk, 'Second');
    await moveTo('2026-06-15T12:02:00Z');
    await admit(desk, 'Third');
    expect(await next(desk)).toBe('First');
    await log(first);
    expect(await next(desk)).toBe('Second');
    await moveTo('2026-06-15T12:05:00Z');
    await log(second);
    await moveTo('2026-06-15T12:34:00Z');
    expect(await next(desk)).toBe('First');
    await log(first, { outcome: 'answered' });
    expect(await next(desk)).toBe('Third');
    await moveTo('2026-06-15T12:35:00Z');
    expect(await next(desk, otherAgent)).toBe('Second');
  });

  it('goes to one member, even if several ask at once, and remains theirs', async () => {
    const desk = await openDesk();
    const ids = [await admit(desk, 'A'), await admit(desk, 'B')];
    const path = `/api/call-centres/${desk.centreId}/next-call`;
    const asked = await Promise.all(
      [agent, otherAgent, agent, otherAgent].map((one) => one.post(path)),
    );
    const offered = asked.map(({ body }) => body.offer.patientId);
    expect(new Set([offered[0], offered[1]])).toEqual(new Set(ids));
    expect([offered[2], offered[3]]).toEqual([offered[0], offered[1]]);
    const foreign = await log(offered[1]);
    expect(foreign.body.error).toBe('call_not_offered');
    const audits = await test.owner`
      select from audit_events where event = 'offer-call' and subject_id = any(${ids}::uuid[])`;
    expect(audits).toHaveLength(2);
  });

  it('goes to another member after it is returned, or after half an hour', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Only');
    expect([await next(desk), await next(desk, otherAgent)]).toEqual(['Only', null]);
    const back = `/api/call-centre-patients/${id}/put-back`;
    expect((await otherAgent.post(back)).body.error).toBe('call_not_offered');
    await agent.post(back);
    expect([await next(desk, otherAgent), await next(desk)]).toEqual(['Only', null]);
    await moveTo('2026-06-15T12:30:00Z');
    expect(await next(desk)).toBe('Only');
    expect((await log(id, {}, otherAgent)).body.error).toBe('call_not_offered');
  });

  it('is offered only in the hours of the preset, in the time zone of the centre', async () => {
    // Sunday is closed, and Saturday has short hours.
    const hours = [...weekOf('09:00', '17:00').slice(0, 5), weekOf('09:00', '10:00')[0], null];
    const desk = await openDesk({ hours }, 'America/New_York');
    await admit(desk, 'Early');
    for (const moment of ['2026-06-13T14:00:00Z', '2026-06-14T14:00:00Z', '2026-06-15T12:59:00Z']) {
      await moveTo(moment);
      expect(await next(desk)).toBeNull();
    }
    const { body } = await agent.get(`/api/call-centres/${desk.centreId}/call-list`);
    expect(body).toMatchObject({
      isOpen: false,
      turnsAt: '2026-06-15T13:00:00.000Z',
      counts: { ready: 1 },
      mayCall: true,
    });
    await moveTo('2026-06-15T13:00:00Z');
    expect(await next(desk)).toBe('Early');
  });

  it('follows the centre’s daylight saving time', async () => {
    const desk = await openDesk({}, 'America/New_York');
    await moveTo('2026-03-06T13:30:00Z');
    await admit(desk, 'Edge');
    expect(await next(desk)).toBeNull();
    await moveTo('2026-03-09T13:30:00Z');
    expect(await next(desk)).toBe('Edge');
  });

  it('is never to a patient without consent, and the list counts those patients', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Asked');
    await recordConsent(id, 'withdrawn');
    await manager.post('/api/call-centre-patients', {
      id: uuidv7(),
      centreId: desk.centreId,
      name: 'Never asked',
      phone: '+14155552671',
    });
    expect(await next(desk)).toBeNull();
    const { body } = await agent.get(`/api/call-centres/${desk.centreId}/call-list`);
    expect(body.counts).toMatchObject({ ready: 0, 'no-consent': 2 });
  });

  it('is never to an archived patient, and a patient being called cannot be archived', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Busy');
    const { body: patient } = await manager.get(`/api/call-centre-patients/${id}`);
    const archive = () =>
      manager.put(
        `/api/call-centre-patients/${id}`,
        bodyOf(callRecordCalls.patient.change, { ...patient, isArchived: true }),
      );
    await next(desk);
    expect((await archive()).body.error).toBe('call_on_offer');
    await agent.post(`/api/call-centre-patients/${id}/put-back`);
    expect((await archive()).status).toBe(200);
    expect(await next(desk)).toBeNull();
  });

  it('is announced to the members of the centre when it is taken', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Watched');
    await next(desk);
    const [change] = await test.owner<{ event: string; accountIds: string[] }[]>`
      select event, account_ids from live_updates where subject_id = ${id} order by number desc limit 1`;
    expect(change?.event).toBe('offer-call');
    expect(new Set(change?.accountIds)).toEqual(new Set([team.agent.id, team.otherAgent.id]));
  });

  it('is not offered to a member whose role may not call', async () => {
    const desk = await openDesk();
    await manager.put('/api/call-centre-duties/caller/work-calls', { granted: false });
    const { body } = await agent.post(`/api/call-centres/${desk.centreId}/next-call`);
    expect(body.error).toBe('duty_missing');
    await manager.put('/api/call-centre-duties/caller/work-calls', { granted: true });
  });
});

describe('logging a call', () => {
  it('waits the retry interval after a failed attempt, and ends with the last attempt', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Hard to reach');
    await next(desk);
    const logged = await log(id, { note: ' Rang out. ' });
    expect(logged.body).toMatchObject({
      replayed: false,
      call: { attempt: 1, outcome: 'no-response', note: 'Rang out.', loggedBy: 'delta-agent one' },
    });
    const stateOf = async () => {
      const { body } = await manager.get(`/api/call-centre-patients/${id}`);
      return [body.calls, body.attempts];
    };
    expect(await stateOf()).toEqual(['waits', 1]);
    await moveTo('2026-06-15T12:59:59Z');
    expect(await next(desk)).toBeNull();
    const list = await agent.get(`/api/call-centres/${desk.centreId}/call-list`);
    expect(list.body.nextRetryAt).toBe('2026-06-15T13:00:00.000Z');
    await moveTo('2026-06-15T13:00:00Z');
    expect(await next(desk)).toBe('Hard to reach');
    await log(id);
    expect(await stateOf()).toEqual(['given-up', 2]);
    await moveTo('2026-06-15T15:00:00Z');
    expect(await next(desk)).toBeNull();
  });

  it('ends the round once the patient was reached, until another round starts', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Reached');
    await next(desk);
    await log(id, { outcome: 'answered' });
    await moveTo('2026-06-15T13:20:00Z');
    expect(await next(desk)).toBeNull();
    const again = `/api/call-centre-patients/${id}/call-again`;
    expect((await agent.post(again)).body.error).toBe('duty_missing');
    await manager.post(again);
    expect(await next(desk)).toBe('Reached');
    const { body } = await agent.get(`/api/call-centre-patients/${id}/calls`);
    expect(body.calls).toHaveLength(1);
  });

  it('is stored once, however often it is sent, also after its half hour', async () => {
    const desk = await openDesk();
    const patientId = await admit(desk, 'Once');
    await next(desk);
    await moveTo('2026-06-15T12:40:00Z');
    const call = { id: uuidv7(), outcome: 'no-response' };
    const sent = await Promise.all([1, 2, 3].map(() => log(patientId, call)));
    expect(sent.filter(({ body }) => body.replayed === false)).toHaveLength(1);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await log(patientId, { ...call, outcome: 'answered' })).body.error).toBe(
      'id_reused_with_different_content',
    );
    const { body } = await manager.get(`/api/call-centre-patients/${patientId}`);
    expect(body.attempts).toBe(1);
  });

  it('is refused if consent was withdrawn between the offer and the call', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Changed their mind');
    await next(desk);
    await moveTo('2026-06-15T12:05:00Z');
    await recordConsent(id, 'withdrawn');
    await moveTo('2026-06-15T12:10:00Z');
    const list = await agent.get(`/api/call-centres/${desk.centreId}/call-list`);
    expect(list.body.offer.state).toBe('no-consent');
    expect((await log(id)).body.error).toBe('consent_missing');
    // A call that began before the withdrawal can still be logged.
    expect((await log(id, { secondsAgo: 360 })).status).toBe(200);
  });

  it('is refused after closing, unless the call began before', async () => {
    const desk = await openDesk({ hours: weekOf('09:00', '12:05') });
    const id = await admit(desk, 'Late');
    await next(desk);
    await moveTo('2026-06-15T12:10:00Z');
    const refused = await log(id);
    expect(refused.body).toMatchObject({
      error: 'centre_closed',
      details: { timeZone: 'UTC' },
    });
    const answer = await log(id, { secondsAgo: 3_600 });
    // A call cannot begin before it was offered.
    expect(answer.body.call.calledAt).toBe('2026-06-15T12:00:00.000Z');
  });

  it('is refused with an outcome that the preset does not have, and beyond its attempts', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'Strict');
    await next(desk);
    const refused = await log(id, { outcome: 'paid' });
    expect(refused.body).toMatchObject({
      error: 'outcome_not_allowed',
      fields: { outcome: expect.any(String) },
    });
    await log(id);
    await moveTo('2026-06-15T13:00:00Z');
    await next(desk);
    const path = `/api/call-centre-presets/${desk.presetId}`;
    const { body: preset } = await manager.get(path);
    await manager.put(path, bodyOf(callRecordCalls.preset.change, { ...preset, attempts: 1 }));
    expect((await log(id)).body.error).toBe('attempts_used_up');
  });

  it('also records a patient’s request not to be called again', async () => {
    const desk = await openDesk();
    const id = await admit(desk, 'No more');
    await next(desk);
    await log(id, { withdrawsConsent: true });
    const { body } = await manager.get(`/api/call-centre-patients/${id}/consents`);
    expect(body.consents[0]).toMatchObject({ state: 'withdrawn', recordedBy: 'delta-agent one' });
    const { body: patient } = await manager.get(`/api/call-centre-patients/${id}`);
    expect(patient.calls).toBe('no-consent');
  });
});

describe('a call to a patient who is linked to a borrower', () => {
  async function linked(desk: CallDesk, name: string) {
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.otherTeam.id,
      agentId: portfolio.otherTeam.agent.id,
    });
    const [row] = await test.owner<{ borrowerId: string }[]>`
      select borrower_id from loans where id = ${loan.id}`;
    const borrowerId = row?.borrowerId ?? '';
    return { loan, borrowerId, patientId: await admit(desk, name, { borrowerId }) };
  }

  it('is also a contact attempt of the loan, for its holder', async () => {
    const desk = await openDesk();
    const { loan, patientId } = await linked(desk, 'Linked');
    const { body } = await agent.post(`/api/call-centres/${desk.centreId}/next-call`);
    // The caller is not assigned the loan.
    expect(body.offer).toMatchObject({ isLinked: true, loanId: null });
    const logged = await log(patientId, { outcome: 'answered', note: 'Will pay on Friday.' });
    const { body: contactAttempts } = await manager.get(`/api/loans/${loan.id}/contacts`);
    expect(contactAttempts.contactAttempts).toMatchObject([
      {
        id: logged.body.call.id,
        channel: 'call',
        outcome: 'answered',
        note: 'Will pay on Friday.',
        loggedBy: 'delta-agent one',
      },
    ]);
    expect((await agent.get(`/api/loans/${loan.id}/contacts`)).status).toBe(404);
  });

  it('respects the borrower’s consent and the quiet hours of the portfolio', async () => {
    const desk = await openDesk();
    const { borrowerId, patientId } = await linked(desk, 'Guarded');
    await manager.put(`/api/quiet-hours/${portfolio.id}`, { from: '11:00', until: '13:00' });
    expect(await next(desk)).toBeNull();
    const list = await agent.get(`/api/call-centres/${desk.centreId}/call-list`);
    expect(list.body).toMatchObject({
      inQuietHours: 1,
      quietUntil: '2026-06-15T13:00:00.000Z',
    });
    await manager.put(`/api/quiet-hours/${portfolio.id}`, { from: '21:00', until: '08:00' });
    expect(await next(desk)).toBe('Guarded');
    await manager.post(`/api/borrowers/${borrowerId}/consents`, {
      id: uuidv7(),
      channel: 'call',
      state: 'withdrawn',
      means: 'spoken',
    });
    expect((await log(patientId)).body.error).toBe('consent_withdrawn');
    const calls = await test.owner`select from call_centre_calls where patient_id = ${patientId}`;
    expect(calls).toHaveLength(0);
    await agent.post(`/api/call-centre-patients/${patientId}/put-back`);
    expect(await next(desk)).toBeNull();
  });

  it('is a contact attempt with the party of a loan', async () => {
    const desk = await openDesk();
    const { loan } = await linked(desk, 'First borrower');
    const [borrowerId, partyId] = [uuidv7(), uuidv7()];
    const person = { id: borrowerId, kind: 'person', name: 'Amina Rao', phone: '', email: '' };
    expect((await manager.post('/api/borrowers', person)).status).toBe(200);
    const party = { id: partyId, borrowerId, role: 'guarantor', note: '' };
    expect((await manager.post(`/api/loans/${loan.id}/parties`, party)).status).toBe(200);
    const other = await openDesk();
    const patientId = await admit(other, 'Guarantor', { borrowerId });
    const patient = await manager.get(`/api/call-centre-patients/${patientId}`);
    expect(patient.body).toMatchObject({ borrowerName: 'Amina Rao' });
    expect(await next(other)).toBe('Guarantor');
    expect((await log(patientId, { outcome: 'answered' })).status).toBe(200);
    const { body } = await manager.get(`/api/loans/${loan.id}/contacts`);
    expect(body.contactAttempts).toMatchObject([{ party: { id: partyId, name: 'Amina Rao' } }]);
  });

  it('respects the consent of a borrower without a loan', async () => {
    const desk = await openDesk();
    const borrowerId = uuidv7();
    const person = { id: borrowerId, kind: 'person', name: 'No Loan', phone: '', email: '' };
    expect((await manager.post('/api/borrowers', person)).status).toBe(200);
    const patientId = await admit(desk, 'On no loan', { borrowerId });
    expect(await next(desk)).toBe('On no loan');
    const consent = { id: uuidv7(), channel: 'call', state: 'withdrawn', means: 'spoken' };
    await manager.post(`/api/borrowers/${borrowerId}/consents`, consent);
    expect((await log(patientId, { outcome: 'answered' })).body.error).toBe('consent_withdrawn');
  });

  it('cannot name a borrower outside the member’s scope', async () => {
    const desk = await openDesk();
    const { borrowerId } = await linked(desk, 'Of another team');
    await manager.put('/api/call-centre-duties/caller/manage-patients', { granted: true });
    const { body } = await agent.post('/api/call-centre-patients', {
      id: uuidv7(),
      centreId: desk.centreId,
      name: 'Guess',
      phone: '+14155552671',
      borrowerId,
    });
    expect(body.error).toBe('borrower_not_found');
    await manager.put('/api/call-centre-duties/caller/manage-patients', { granted: false });
  });
});
