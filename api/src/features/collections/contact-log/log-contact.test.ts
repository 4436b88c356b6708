import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const agent = await signIn('agent');
const manager = await signIn('manager');

describe('logging a contact', () => {
  const contact = (wishes: object = {}) => ({
    id: uuidv7(),
    channel: 'call',
    outcome: 'answered',
    note: 'Asked to call again.',
    contactedAt: '2026-06-15T11:30:00.000Z',
    ...wishes,
  });

  const promise = (line: object = {}) => ({
    id: uuidv7(),
    currency: 'USD',
    lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20', ...line }],
  });

  it('stores the contact with its author, updates the last contact, and adds an audit row', async () => {
    const loan = await arrangeHeld();
    const body = contact();
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { contact: { ...body, loggedBy: 'delta-agent one', promise: null }, replayed: false },
    });
    await agent.post(
      `/api/loans/${loan.id}/contacts`,
      contact({ contactedAt: '2026-06-14T09:00:00.000Z' }),
    );
    const list = await agent.get(`/api/loans/${loan.id}/contacts`);
    expect(
      list.body.contactAttempts.map(({ contactedAt }: { contactedAt: string }) => contactedAt),
    ).toEqual(['2026-06-15T11:30:00.000Z', '2026-06-14T09:00:00.000Z']);
    const [work] = await test.owner`
      select last_contact_at, last_contact_on from loan_work where loan_id = ${loan.id}`;
    expect(work).toEqual({
      lastContactAt: '2026-06-15T11:30:00.000Z',
      lastContactOn: '2026-06-15',
    });
    const audits = await test.owner`
      select actor_id, after from audit_events
      where event = 'log-contact' and subject_id = ${loan.id}`;
    expect(audits).toHaveLength(2);
    expect(JSON.stringify(audits)).not.toContain('Asked to call');
  });

  describe('with a party of the loan', () => {
    const arrangeParty = async (loanId: string, name = 'Amina Rao') => {
      const [borrowerId, partyId] = [uuidv7(), uuidv7()];
      const person = { id: borrowerId, kind: 'person', name, phone: '', email: '' };
      expect((await manager.post('/api/borrowers', person)).status).toBe(200);
      const party = { id: partyId, borrowerId, role: 'guarantor', note: '' };
      expect((await manager.post(`/api/loans/${loanId}/parties`, party)).status).toBe(200);
      return { borrowerId, partyId };
    };
    const withdrawCalls = (borrowerId: string) =>
      manager.post(`/api/borrowers/${borrowerId}/consents`, {
        id: uuidv7(),
        channel: 'call',
        state: 'withdrawn',
        means: 'spoken',
      });

    it('names the party once, in the log and the audit trail', async () => {
      const loan = await arrangeHeld();
      const { partyId } = await arrangeParty(loan.id);
      const path = `/api/loans/${loan.id}/contacts`;
      const body = contact({ partyId });
      const party = { id: partyId, name: 'Amina Rao', role: 'guarantor' };
      expect((await agent.post(path, body)).body).toMatchObject({ contact: { party } });
      expect((await agent.post(path, body)).body).toMatchObject({ replayed: true });
      const other = await agent.post(path, { ...body, partyId: undefined });
      expect(other.body.error).toBe('id_reused_with_different_content');
      await agent.post(path, contact({ contactedAt: '2026-06-14T09:00:00.000Z' }));
      const { body: list } = await agent.get(path);
      expect(list.contactAttempts).toMatchObject([{ party }, { party: null }]);
      const [audit] = await test.owner`
        select after from audit_events
        where event = 'log-contact' and subject_id = ${loan.id} order by id limit 1`;
      expect(audit?.['after']).toMatchObject({ partyId });
    });

    it('depends on the party’s own consent, not on the borrower’s', async () => {
      const loan = await arrangeHeld();
      const { borrowerId, partyId } = await arrangeParty(loan.id);
      const path = `/api/loans/${loan.id}/contacts`;
      const now = { contactedAt: undefined };
      await withdrawCalls(borrowerId);
      const closed = await agent.post(path, contact({ partyId, ...now }));
      expect(closed.body).toMatchObject({ error: 'consent_withdrawn' });
      expect((await agent.post(path, contact(now))).status).toBe(200);
      const [row] = await test.owner<{ borrowerId: string }[]>`
        select borrower_id from loans where id = ${loan.id}`;
      await withdrawCalls(row?.borrowerId ?? '');
      expect((await agent.post(path, contact(now))).body.error).toBe('consent_withdrawn');
      const { partyId: another } = await arrangeParty(loan.id, 'Otto Rao');
      expect((await agent.post(path, contact({ partyId: another, ...now }))).status).toBe(200);
    });

    it('is refused for a party of another loan and for an ended party', async () => {
      const [loan, other] = [await arrangeHeld(), await arrangeHeld()];
      const { partyId } = await arrangeParty(loan.id);
      const elsewhere = await agent.post(`/api/loans/${other.id}/contacts`, contact({ partyId }));
      const refused = { error: 'party_not_on_loan', fields: { partyId: expect.any(String) } };
      expect(elsewhere).toMatchObject({ status: 409, body: refused });
      const end = `/api/loans/${loan.id}/parties/${partyId}/end`;
      await manager.post(end, { reason: 'Released' });
      const late = await agent.post(`/api/loans/${loan.id}/contacts`, contact({ partyId }));
      expect(late).toMatchObject({ status: 409, body: refused });
    });
  });

  it('uses the server’s time for a contact logged as it happens, minus the seconds since then', async () => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/contacts`;
    const body = contact({ contactedAt: undefined, secondsAgo: 90 });
    const answer = await agent.post(path, body);
    expect(answer.body.contact.contactedAt).toBe('2026-06-15T11:58:30.000Z');
    const again = await agent.post(path, { ...body, secondsAgo: 95 });
    expect(again.body).toMatchObject({ replayed: true, contact: answer.body.contact });
  });

  it('has its own time, if it is sent from a draft after some weeks', async () => {
    const loan = await arrangeHeld();
    const body = contact({ contactedAt: undefined, secondsAgo: 20 * 86_400 });
    const { body: logged } = await agent.post(`/api/loans/${loan.id}/contacts`, body);
    expect(logged.contact.contactedAt).toBe('2026-05-26T12:00:00.000Z');
  });

  it('stores the promise that was given in it', async () => {
    const loan = await arrangeHeld();
    const given = promise();
    const body = contact({ outcome: 'promised', promise: given });
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, body);
    expect(answer.body.contact.promise).toMatchObject({
      id: given.id,
      contactId: body.id,
      lines: [{ state: 'waiting' }],
    });
    const { body: list } = await agent.get(`/api/loans/${loan.id}/contacts`);
    expect(list.contactAttempts[0].promise.id).toBe(given.id);
  });

  it('stores nothing if the promise is refused', async () => {
    const loan = await arrangeHeld();
    const answer = await agent.post(
      `/api/loans/${loan.id}/contacts`,
      contact({ outcome: 'promised', promise: promise({ amountMinor: 0 }) }),
    );
    expect(answer.body.error).toBe('amount_not_positive');
    expect(Object.keys(answer.body.fields)).toEqual(['promise.lines.0.amountMinor']);
    const { body } = await agent.get(`/api/loans/${loan.id}/contacts`);
    expect(body.contactAttempts).toEqual([]);
  });

  it('stores the contact once when sent twice, at once or later', async () => {
    const loan = await arrangeHeld();
    const body = contact({ outcome: 'promised', promise: promise() });
    const path = `/api/loans/${loan.id}/contacts`;
    const twice = await Promise.all([agent.post(path, body), agent.post(path, body)]);
    const later = await agent.post(path, body);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(later.body.replayed).toBe(true);
    const { body: list } = await agent.get(path);
    expect(list.contactAttempts).toHaveLength(1);
  });

  it.each([
    { what: 'a different note', changes: { note: 'Something else' } },
    { what: 'no promise', changes: { promise: undefined } },
  ])('refuses a used id with $what', async ({ changes }) => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/contacts`;
    const body = contact({ outcome: 'promised', promise: promise() });
    await agent.post(path, body);
    const answer = await agent.post(path, { ...body, ...changes });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
  });

  it.each([
    { error: 'contacted_in_future', sent: { contactedAt: '2026-06-15T12:00:01.000Z' } },
    { error: 'promise_missing', sent: { outcome: 'promised' } },
    { error: 'promise_not_expected', sent: { promise: promise() } },
  ])('is refused as $error', async ({ error, sent }) => {
    const loan = await arrangeHeld();
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, contact(sent));
    expect(answer).toMatchObject({ status: 400, body: { error } });
    const [count] =
      await test.owner`select count(*) as n from contact_attempts where loan_id = ${loan.id}`;
    expect(count?.['n']).toBe(0);
  });

  describe('on a closed channel', () => {
    const withdraw = async (loanId: string, channel: string, state = 'withdrawn') => {
      const { body } = await agent.get(`/api/loans/${loanId}`);
      await agent.post(`/api/borrowers/${body.borrower.id}/consents`, {
        id: uuidv7(),
        channel,
        state,
        means: 'spoken',
      });
    };
    const log = async (loanId: string, sent: object) =>
      agent.post(`/api/loans/${loanId}/contacts`, contact({ contactedAt: undefined, ...sent }));

    it('refuses an outgoing contact without consent, and accepts an incoming one', async () => {
      const loan = await arrangeHeld();
      await withdraw(loan.id, 'call');
      const refused = await log(loan.id, {});
      expect(refused).toMatchObject({ status: 409, body: { error: 'consent_withdrawn' } });
      expect(Object.keys(refused.body.fields)).toEqual(['channel']);
      expect((await log(loan.id, { channel: 'sms' })).status).toBe(200);
      const incoming = await log(loan.id, { direction: 'incoming' });
      expect(incoming.body.contact).toMatchObject({ direction: 'incoming', channel: 'call' });
      // A contact made before the withdrawal can still be logged.
      const earlier = await log(loan.id, { contactedAt: '2026-06-15T11:59:00.000Z' });
      expect(earlier.status).toBe(200);
      test.clock.moveTo('2026-06-15T12:01:00Z');
      await withdraw(loan.id, 'call', 'given');
      expect((await log(loan.id, {})).status).toBe(200);
      test.clock.moveTo('2026-06-15T12:00:00Z');
    });

    it('refuses an outgoing call in the portfolio’s quiet hours, by the portfolio’s clock', async () => {
      const loan = await arrangeHeld();
      const at = (contactedAt: string, sent: object = {}) => log(loan.id, { contactedAt, ...sent });
      const [{ zone } = { zone: '' }] = await test.owner<{ zone: string }[]>`
        select time_zone as zone from portfolios where id = ${portfolio.id}`;
      expect(zone).toBe('UTC');
      const night = '2026-06-15T07:59:59.000Z';
      const refused = await at(night);
      expect(refused).toMatchObject({ status: 409, body: { error: 'quiet_hours' } });
      expect(refused.body.message).toContain('from 21:00 to 08:00');
      const answers = [
        await at(night, { channel: 'email' }),
        await at(night, { direction: 'incoming' }),
        await at('2026-06-15T08:00:00.000Z'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await agent.get(`/api/loans/${loan.id}`)).body.quietHours).toMatchObject({
        isQuiet: false,
        minutesLeft: 540,
      });
    });

    it('lets only a manager and an administrator set the quiet hours', async () => {
      const path = `/api/quiet-hours/${portfolio.id}`;
      const hours = { from: '11:00', until: '13:00' };
      expect((await agent.put(path, hours)).status).toBe(403);
      expect((await manager.put(`/api/quiet-hours/${uuidv7()}`, hours)).status).toBe(404);
      expect((await manager.put(path, { ...hours, from: '24:00' })).status).toBe(400);
      expect((await manager.put(path, hours)).body).toEqual({ ...hours, timeZone: 'UTC' });
      expect((await agent.get('/api/quiet-hours')).body.portfolios).toMatchObject([hours]);
      const loan = await arrangeHeld();
      expect((await log(loan.id, {})).body.error).toBe('quiet_hours');
      const [audit] = await test.owner`
        select before, after from audit_events where event = 'change-quiet-hours'`;
      expect(audit).toEqual({ before: { from: '21:00', until: '08:00' }, after: hours });
      await manager.put(path, { from: '21:00', until: '08:00' });
      // An agent with this permission still cannot change the whole portfolio.
      await test.owner`
        insert into role_permissions (role, permission, granted, changed_by, changed_at)
        values ('agent', 'change-quiet-hours', true, ${portfolio.manager.id}, now())`;
      expect((await agent.put(path, hours)).status).toBe(404);
      await test.owner`delete from role_permissions`;
    });
  });

  it('answers 404 for a colleague’s loan', async () => {
    const loan = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, contact());
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('prevents changes and deletion of the log', async () => {
    await expect(test.database`update contact_attempts set note = ''`).rejects.toThrow(
      /permission denied/,
    );
    await expect(test.owner`delete from contact_attempts`).rejects.toThrow(
      /never changed or removed/,
    );
  });
});
