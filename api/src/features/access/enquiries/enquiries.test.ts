import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { clientOf } from '../../../testing/test-app.ts';

const { test, signIn } = await openOffice();
const visitor = clientOf(test.app, {});
const { email: adminEmail } = await arrangeAdmin(test.owner);
const admin = await test.signIn(adminEmail);

const send = (message: object) =>
  visitor.post('/api/visitor-messages', { id: uuidv7(), kind: 'contact', ...message });
const question = { name: 'Mona Haddad', email: 'mona@lender.example', text: 'Do you do leases?' };
const list = async (query = '') => (await admin.get(`/api/visitor-messages${query}`)).body;

describe('a visitor', () => {
  it('sends a message without an account, which only administrators can read', async () => {
    const sent = { ...question, id: uuidv7() };
    expect((await send(sent)).body).toEqual({ isReceived: true });
    expect((await send(sent)).body).toEqual({ isReceived: true });
    const { rows, waiting } = await list('?kind=contact');
    expect(rows).toMatchObject([{ ...sent, settled: null }]);
    expect(waiting.contact).toBe(1);
    const manager = await signIn('manager');
    expect((await manager.get('/api/visitor-messages')).status).toBe(403);
    await admin.put('/api/permissions/answer-visitors/user', { granted: true });
    expect((await manager.get('/api/visitor-messages')).body.rows).toEqual([]);
    expect((await manager.get(`/api/visitor-messages/${sent.id}`)).status).toBe(404);
    const settled = { outcome: 'done', version: 0 };
    const tried = await manager.post(`/api/visitor-messages/${sent.id}/settle`, settled);
    expect(tried.status).toBe(404);
  });

  it.each([
    [{ ...question, name: ' ' }, 'name_missing', 'name'],
    [{ ...question, email: 'mona' }, 'email_not_valid', 'email'],
    [{ ...question, text: ' ' }, 'text_missing', 'text'],
  ])('gets an error at the missing or invalid field: %j', async (message, error, field) => {
    const answer = await send(message);
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it('requests an account once, and gets the same answer for known and unknown addresses', async () => {
    const asks = { ...question, kind: 'account', email: 'new@lender.example' };
    const first = await send(asks);
    const again = await send({ ...asks, email: 'NEW@lender.example' });
    const known = await send({ ...asks, email: adminEmail });
    for (const { status, body } of [first, again, known]) {
      expect({ status, body }).toEqual({ status: 200, body: { isReceived: true } });
    }
    const { rows } = await list('?kind=account&q=new');
    expect(rows).toHaveLength(1);
  });

  it('is approved when an administrator sends the invitation', async () => {
    const { rows } = await list('?kind=account&q=new');
    const invitation = {
      id: uuidv7(),
      role: 'user',
      name: 'Mona Haddad',
      email: 'new@lender.example',
      portfolio: { name: 'Lease book', currency: 'USD', timeZone: 'UTC' },
      askedBy: rows[0].id,
    };
    expect((await admin.post('/api/staff', invitation)).status).toBe(200);
    const { body } = await admin.get(`/api/visitor-messages/${rows[0].id}`);
    expect(body.settled).toMatchObject({ outcome: 'approved' });
    expect((await list('?kind=account&state=waiting&q=new')).rows).toEqual([]);
  });

  it('has a message settled by one of two simultaneous requests', async () => {
    const { rows } = await list('?kind=contact&state=waiting');
    const [{ id }] = rows;
    const settle = () =>
      admin.post(`/api/visitor-messages/${id}/settle`, {
        outcome: 'done',
        note: 'Called',
        version: 0,
      });
    const answers = await Promise.all([settle(), settle()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await admin.get(`/api/visitor-messages/${id}`)).body.settled.note).toBe('Called');
    const events = await test.owner`
      select from audit_events where event = 'settle-visitor-message' and subject_id = ${id}`;
    expect(events).toHaveLength(1);
  });

  it('is refused if 2,000 messages of that kind are waiting', async () => {
    await test.owner`
      insert into enquiries (id, kind, name, email, text, language, sent_at)
      select gen_random_uuid(), 'announcement', '', 'a' || n || '@b.example', '', 'en', now()
      from generate_series(1, 2000) n`;
    const answer = await send({ kind: 'announcement', email: 'late@b.example' });
    expect(answer).toMatchObject({ status: 503, body: { error: 'visitor_messages_full' } });
    expect((await send({ ...question, id: uuidv7() })).status).toBe(200);
  });
});
