import { contactOutcomes } from '@bursar/contracts/choices';
import { outcomeRules } from '@bursar/contracts/collections/contact-outcomes';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const test = await createTestApp();
let made = 0;
let office: Office;
let agent: TestClient;
let desk: TestClient;
let manager: TestClient;
beforeEach(async () => {
  test.clock.moveTo('2026-06-15T12:00:00Z');
  made += 1;
  office = await openOffice({ test, tag: `outcomes${made}` });
  [agent, desk, manager] = [
    await office.signIn('agent'),
    await office.signIn('desk'),
    await office.signIn('manager'),
  ];
});

type Item = { loanId: string; phone: string | null; reasons: string[] };
const itemsOf = async (): Promise<Item[]> => (await agent.get('/api/work/queue')).body.items;
const queued = async () => (await itemsOf()).map(({ loanId }) => loanId);
const arrange = async () => (await office.arrangeHeld()).id;
const log = (loanId: string, outcome: string, wishes: object = {}, client = agent) =>
  client.post(`/api/loans/${loanId}/contacts`, {
    id: uuidv7(),
    channel: 'call',
    outcome,
    ...wishes,
  });

const callBack = '2026-06-15T15:00:00.000Z';
const details: Readonly<Record<string, object>> = {
  disputed: { disputeReason: 'wrong-amount' },
  'call-back': { tryAgainAt: callBack },
  promised: {
    promise: {
      id: uuidv7(),
      currency: 'USD',
      lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20' }],
    },
  },
};

describe('the outcome of a contact', () => {
  it.each(contactOutcomes)('%s does to the queue what its rule says', async (outcome) => {
    const [worked, open] = [await arrange(), await arrange()];
    expect((await log(worked, outcome, details[outcome])).status).toBe(200);
    const { queue } = outcomeRules[outcome];
    expect(await queued()).toEqual(queue === 'tried' ? [open, worked] : [open]);
    test.clock.moveTo('2026-06-17T12:00:00Z');
    agent = await office.signIn('agent');
    const isHidden = queue === 'paused' || outcome === 'promised';
    expect((await queued()).includes(worked)).toBe(!isHidden);
  });

  it.each([
    ['disputed', {}, 'dispute_reason_missing', 'disputeReason'],
    ['answered', { disputeReason: 'fraud' }, 'dispute_reason_not_expected', 'disputeReason'],
    ['answered', { wrongPhone: '+1 202 555 0101' }, 'wrong_phone_not_expected', 'wrongPhone'],
    ['call-back', {}, 'try_again_missing', 'tryAgainAt'],
    ['call-back', { tryAgainAt: null }, 'try_again_missing', 'tryAgainAt'],
    ['wrong-number', { wrongPhone: '+1 202 555 0199' }, 'phone_not_of_borrower', 'wrongPhone'],
  ])('%s with %o is refused as %s', async (outcome, wishes, error, field) => {
    const loan = await arrange();
    const { body } = await log(loan, outcome, wishes);
    expect(body).toMatchObject({ error, fields: { [field]: expect.any(String) } });
    expect((await agent.get(`/api/loans/${loan}/contacts`)).body.count).toBe(0);
  });
});

describe('a wrong number', () => {
  it('is retired with its author, and the next number is offered for calls', async () => {
    const [wrong, right] = ['+1 202 555 0101', '+1 202 555 0102'];
    const { id, borrowerId } = await office.arrangeHeld();
    await test.owner`
      insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred)
      select ${office.portfolio.id}, ${borrowerId}, gen_random_uuid(), 'phone', 'mobile', value,
        value = ${wrong}
      from unnest(${[wrong, right]}::text[]) as given (value)`;
    expect(await itemsOf()).toMatchObject([{ phone: wrong }]);
    const body = { id: uuidv7(), wrongPhone: wrong };
    expect((await log(id, 'wrong-number', body)).status).toBe(200);
    expect((await log(id, 'wrong-number', body)).body.replayed).toBe(true);
    expect(await itemsOf()).toMatchObject([{ phone: right }]);
    const rows = await test.owner`
      select value, retired_reason from borrower_contacts
      where borrower_id = ${borrowerId} and retired_at is not null`;
    expect(rows).toEqual([{ value: wrong, retiredReason: 'wrong' }]);
    const audits = await test.owner`
      select after from audit_events where event = 'change-borrower' and subject_id = ${borrowerId}`;
    expect(audits).toHaveLength(1);
  });
});

describe('a dispute', () => {
  const pausesOf = async (client: TestClient) =>
    (await client.get('/api/work/contact-pauses')).body;
  const resolve = (loanId: string, contactId: string, note: string, client = desk) =>
    client.put(`/api/loans/${loanId}/contact-pauses/${contactId}/resolution`, { note });

  it('keeps the loan out of the queue, also at an agreed time, until the desk resolves it', async () => {
    const loan = await arrange();
    const contactId = uuidv7();
    const dispute = { id: contactId, disputeReason: 'already-paid', note: 'Paid in May.' };
    await log(loan, 'disputed', { ...dispute, tryAgainAt: callBack });
    expect(await pausesOf(desk)).toMatchObject({
      count: 1,
      pauses: [{ loanId: loan, contactId, cause: 'disputed', disputeReason: 'already-paid' }],
    });
    expect((await agent.get(`/api/loans/${loan}/work`)).body.pauses).toMatchObject([
      { contactId, note: 'Paid in May.', loggedBy: expect.any(String) },
    ]);
    test.clock.moveTo(callBack);
    agent = await office.signIn('agent');
    await log(loan, 'answered', { direction: 'incoming' });
    const { items, waiting } = (await agent.get('/api/work/queue')).body;
    expect([items, waiting]).toEqual([[], []]);
    test.clock.moveTo('2026-06-16T12:00:00Z');
    [agent, desk] = [await office.signIn('agent'), await office.signIn('desk')];
    expect(await queued()).toEqual([]);

    expect((await resolve(loan, contactId, 'The payment was found.')).body.replayed).toBe(false);
    expect((await resolve(loan, contactId, 'The payment was found.')).body.replayed).toBe(true);
    const other = await resolve(loan, contactId, 'Something else.');
    expect(other.body.error).toBe('pause_already_resolved');
    expect(await queued()).toEqual([loan]);
    manager = await office.signIn('manager');
    expect(await pausesOf(manager)).toMatchObject({ count: 0, pauses: [] });
    const [audit] = await test.owner`
      select before, after from audit_events where event = 'resolve-contact-pause'`;
    expect(audit).toEqual({ before: { cause: 'disputed' }, after: { contactId } });
  });

  it('is resolved neither by an agent nor by the desk of another team', async () => {
    const loan = await arrange();
    const contactId = uuidv7();
    await log(loan, 'disputed', { id: contactId, disputeReason: 'fraud' });
    expect((await resolve(loan, contactId, 'No.', agent)).status).toBe(403);
    expect((await resolve(loan, uuidv7(), 'No.')).status).toBe(404);
    expect((await resolve(loan, contactId, ' ')).status).toBe(400);
    expect(await queued()).toEqual([]);
  });

  it('is one case, whoever repeats it, and a death is another', async () => {
    const loan = await arrange();
    const [first, second, death] = [uuidv7(), uuidv7(), uuidv7()];
    await log(loan, 'disputed', { id: first, disputeReason: 'fraud' });
    await log(loan, 'disputed', { id: second, disputeReason: 'wrong-amount' });
    await log(loan, 'deceased', { id: death });
    const open = (await pausesOf(desk)).pauses.map(
      ({ contactId, cause }: { contactId: string; cause: string }) => [contactId, cause],
    );
    expect(open).toEqual([
      [first, 'disputed'],
      [death, 'deceased'],
    ]);
    await resolve(loan, first, 'Settled.');
    expect(await queued()).toEqual([]);
    await resolve(loan, death, 'The heirs pay.');
    test.clock.moveTo('2026-06-16T12:00:00Z');
    agent = await office.signIn('agent');
    expect(await queued()).toEqual([loan]);
  });

  it('pages through the open pauses', async () => {
    const loans = [await arrange(), await arrange(), await arrange()];
    for (const loan of loans) await log(loan, 'disputed', { disputeReason: 'fraud' });
    const { pauses, nextCursor, count } = (await desk.get('/api/work/contact-pauses?limit=2')).body;
    const rest = (await desk.get(`/api/work/contact-pauses?limit=2&after=${nextCursor}`)).body;
    const listed = [...pauses, ...rest.pauses].map(({ loanId }: { loanId: string }) => loanId);
    expect([count, listed, rest.nextCursor]).toEqual([3, loans, null]);
  });
});
