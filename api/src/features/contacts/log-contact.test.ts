import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openOffice } from '../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const agent = await signIn('agent');

describe('logging a contact', () => {
  const contact = (wishes: object = {}) => ({
    id: uuidv7(),
    channel: 'call',
    outcome: 'answered',
    note: 'Asked to call again.',
    contactedAt: '2026-06-15T11:30:00.000Z',
    ...wishes,
  });

  const promise = (wishes: object = {}) => ({
    id: uuidv7(),
    amountMinor: 5_000,
    currency: 'USD',
    promisedOn: '2026-06-20',
    ...wishes,
  });

  it('writes it with who logged it, moves the last contact on, and leaves an audit row', async () => {
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
      list.body.contacts.map(({ contactedAt }: { contactedAt: string }) => contactedAt),
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

  it('takes the server’s time for what is logged as it happens, less what it waited', async () => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/contacts`;
    const body = contact({ contactedAt: undefined, secondsAgo: 90 });
    const answer = await agent.post(path, body);
    expect(answer.body.contact.contactedAt).toBe('2026-06-15T11:58:30.000Z');
    const again = await agent.post(path, { ...body, secondsAgo: 95 });
    expect(again.body).toMatchObject({ replayed: true, contact: answer.body.contact });
  });

  it('takes the promise that was given in it', async () => {
    const loan = await arrangeHeld();
    const given = promise();
    const body = contact({ outcome: 'promised', promise: given });
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, body);
    expect(answer.body.contact.promise).toMatchObject({
      id: given.id,
      contactId: body.id,
      state: 'waiting',
    });
    const { body: list } = await agent.get(`/api/loans/${loan.id}/contacts`);
    expect(list.contacts[0].promise.id).toBe(given.id);
  });

  it('writes neither where the promise is refused', async () => {
    const loan = await arrangeHeld();
    const answer = await agent.post(
      `/api/loans/${loan.id}/contacts`,
      contact({ outcome: 'promised', promise: promise({ amountMinor: 0 }) }),
    );
    expect(answer.body.error).toBe('amount_not_positive');
    expect(Object.keys(answer.body.fields)).toEqual(['promise.amountMinor']);
    const { body } = await agent.get(`/api/loans/${loan.id}/contacts`);
    expect(body.contacts).toEqual([]);
  });

  it('logs it once when sent twice, at once or later', async () => {
    const loan = await arrangeHeld();
    const body = contact({ outcome: 'promised', promise: promise() });
    const path = `/api/loans/${loan.id}/contacts`;
    const twice = await Promise.all([agent.post(path, body), agent.post(path, body)]);
    const later = await agent.post(path, body);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(later.body.replayed).toBe(true);
    const { body: list } = await agent.get(path);
    expect(list.contacts).toHaveLength(1);
  });

  it.each([
    { what: 'another note', changes: { note: 'Something else' } },
    { what: 'without its promise', changes: { promise: undefined } },
  ])('refuses its id with $what', async ({ changes }) => {
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
  ])('refuses $error', async ({ error, sent }) => {
    const loan = await arrangeHeld();
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, contact(sent));
    expect(answer).toMatchObject({ status: 400, body: { error } });
    const [count] = await test.owner`select count(*) as n from contacts where loan_id = ${loan.id}`;
    expect(count?.['n']).toBe(0);
  });

  it('does not know a loan of a colleague', async () => {
    const loan = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    const answer = await agent.post(`/api/loans/${loan.id}/contacts`, contact());
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('lets nobody change or remove what was logged', async () => {
    await expect(test.database`update contacts set note = ''`).rejects.toThrow(/permission denied/);
    await expect(test.owner`delete from contacts`).rejects.toThrow(/never changed or removed/);
  });
});
