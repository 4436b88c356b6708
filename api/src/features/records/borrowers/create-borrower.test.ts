import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const { test, signIn } = await openOffice();
const manager = await signIn('manager');

const named = (changes: object = {}) => ({
  id: uuidv7(),
  kind: 'person',
  name: ' Amina Noor ',
  phone: '+971 50 111 2233',
  email: 'amina@example.com',
  ...changes,
});
const create = (body: object) => manager.post('/api/borrowers', body);

describe('a new borrower', () => {
  it('is stored once with its contacts, even if sent repeatedly', async () => {
    const body = named();
    const answers = await Promise.all([create(body), create(body)]);
    expect(answers.map((answer) => answer.body.replayed)).toEqual(
      expect.arrayContaining([true, false]),
    );
    const card = (await manager.get(`/api/borrowers/${body.id}`)).body;
    expect(card).toMatchObject({ name: 'Amina Noor', loans: [] });
    expect(card.contacts.map(({ value }: { value: string }) => value)).toEqual([
      '+971501112233',
      'amina@example.com',
    ]);
    const found = (await manager.get('/api/borrowers?q=amina&sort=name')).body.rows;
    expect(found).toMatchObject([{ id: body.id, kind: 'person', loans: 0 }]);
    const trail = await test.owner`
      select after from audit_events where event = 'create-borrower' and subject_id = ${body.id}`;
    expect(trail).toMatchObject([{ after: { name: 'Amina Noor', borrowerKind: 'person' } }]);
    expect(card.contacts.map(({ addedBy }: { addedBy: string }) => addedBy)).toEqual([
      'manager one',
      'manager one',
    ]);
    for (const other of [{ name: 'Another' }, { kind: 'company' }, { phone: '' }, { email: '' }]) {
      expect((await create({ ...body, ...other })).body.error).toBe(
        'id_reused_with_different_content',
      );
    }
  });

  it.each([
    [{ name: '  ' }, 'name_missing', 'name'],
    [{ phone: '123' }, 'phone_not_valid', 'phone'],
    [{ email: 'nobody' }, 'email_not_valid', 'email'],
  ])('is refused with %j as %s', async (changes, error, field) => {
    const { body } = await create(named(changes));
    expect([body.error, Object.keys(body.fields ?? {})]).toEqual([error, [field]]);
  });

  it('can be created only by the portfolio manager', async () => {
    const desk = await signIn('desk');
    expect((await desk.post('/api/borrowers', named())).status).toBe(403);
  });
});
