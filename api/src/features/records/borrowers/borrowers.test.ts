import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeLoan,
  arrangePhone,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { changeBorrower } from '@bursar/contracts/records/borrowers';
import { bodyOf } from '../../../testing/body-of.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('a borrower record', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  let loanId: string;
  let borrowerId: string;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    agent = await test.signIn(portfolio.team.agent.email);
    const holder = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    loanId = (await arrangeLoan(test.owner, portfolio, holder)).id;
    borrowerId = (await agent.get(`/api/loans/${loanId}`)).body.borrower.id;
  });

  const address = () => `/api/borrowers/${borrowerId}`;
  const read = async (client = agent) => (await client.get(address())).body;
  const phone = (value: string, more: object = {}) => ({
    id: uuidv7(),
    kind: 'phone',
    label: 'mobile',
    value,
    isPreferred: false,
    validFrom: null,
    validTo: null,
    ...more,
  });
  const facts = {
    name: ' Rosa Singh ',
    employmentTitle: 'Nurse',
    employmentYears: 4,
    region: null,
  };
  const change = (contacts: object[], version = 1, client = agent) =>
    client.put(address(), bodyOf(changeBorrower, { ...facts, contacts, version }));
  const auditOf = (event: string) =>
    test.owner`select before, after from audit_events where event = ${event} order by at`;

  it('shows only the loans that the reader can see, and is hidden from a reader of none', async () => {
    const other = await arrangeLoan(test.owner, portfolio);
    await test.owner`update loans set borrower_id = ${borrowerId} where id = ${other.id}`;
    expect((await read()).loans).toMatchObject([
      { id: loanId, reference: 'L-000001', outstandingMinor: 120_000, bucket: '1-30' },
    ]);
    const manager = await test.signIn(portfolio.manager.email);
    expect((await read(manager)).loans).toHaveLength(2);
    const stranger = await test.signIn(portfolio.otherTeam.agent.email);
    const consent = { id: uuidv7(), channel: 'call', state: 'given', means: 'spoken' };
    const answers = [
      await stranger.get(address()),
      await stranger.get(`${address()}/history`),
      await change([], 1, stranger),
      await stranger.post(`${address()}/consents`, consent),
    ];
    for (const answer of answers) expect(answer.status).toBe(404);
  });

  it('stores several contacts, with numbers in international form', async () => {
    const contacts = [
      phone('+1 415 555 2671', { isPreferred: true }),
      phone('+44 20 7946 0958', { label: 'work', validFrom: '2026-01-01', validTo: '2026-12-31' }),
      { ...phone(' rosa@mail.example '), kind: 'email', label: 'home', isPreferred: true },
      { ...phone('1 Main Street'), kind: 'address', label: 'home' },
    ];
    expect(await change(contacts)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await read()).toMatchObject({
      name: 'Rosa Singh',
      employmentTitle: 'Nurse',
      employmentYears: 4,
      version: 2,
      contacts: [
        { kind: 'phone', value: '+14155552671', isPreferred: true },
        { kind: 'phone', value: '+442079460958', validTo: '2026-12-31' },
        { kind: 'email', value: 'rosa@mail.example' },
        { kind: 'address', value: '1 Main Street' },
      ],
    });
    const [row] = await auditOf('change-borrower');
    expect(row?.['before']).toMatchObject({ name: 'Borrower 1', contacts: '' });
    expect(row?.['after']).toMatchObject({
      name: 'Rosa Singh',
      contacts: expect.stringContaining('phone mobile +14155552671 preferred'),
    });
    expect(row?.['after']).not.toHaveProperty('region');
  });

  it('refuses invalid values at their fields, and changes nothing', async () => {
    const good = phone('+14155552671', { isPreferred: true });
    const refusals: readonly [object[], string, string][] = [
      [[good, phone('12')], 'phone_not_valid', 'contacts.1.value'],
      [[{ ...phone('rosa@'), kind: 'email' }], 'email_not_valid', 'contacts.0.value'],
      [[{ ...phone(' '), kind: 'address' }], 'address_missing', 'contacts.0.value'],
      [
        [phone('+14155552671', { validFrom: '2026-02-01', validTo: '2026-01-01' })],
        'range_upside_down',
        'contacts.0.validTo',
      ],
      [[good, { ...good, id: uuidv7() }], 'preferred_twice', 'contacts.1.value'],
    ];
    for (const [contacts, error, field] of refusals) {
      const { body } = await change(contacts);
      expect([body.error, Object.keys(body.fields)]).toEqual([error, [field]]);
    }
    expect(await read()).toMatchObject({ version: 1, contacts: [] });
  });

  it('shows one number everywhere: the preferred one, while it is valid', async () => {
    await arrangePhone(test.owner, loanId, '+12025550123');
    const reached = async () => [
      (await agent.get(`/api/loans/${loanId}`)).body.borrower.phone,
      (await agent.get('/api/work/queue')).body.items[0].phone,
      ...(await read()).contacts
        .filter((one: { isReached: boolean }) => one.isReached)
        .map(({ value }: { value: string }) => value),
    ];
    expect(new Set(await reached())).toEqual(new Set(['+12025550123']));
    const [old] = (await read()).contacts;
    const fresh = phone('+14155552671', { isPreferred: true });
    await change([{ ...old, isPreferred: false }, fresh]);
    expect(new Set(await reached())).toEqual(new Set(['+14155552671']));
    await change([old, { ...fresh, isPreferred: false, validTo: '2026-06-14' }], 2);
    expect(new Set(await reached())).toEqual(new Set(['+12025550123']));
    const away = { ...old, validFrom: '2026-06-16' };
    await change([away, { ...fresh, isPreferred: false }], 3);
    expect(new Set(await reached())).toEqual(new Set(['+14155552671']));
  });

  it('retires a number with user, time and reason, and never changes the record', async () => {
    await arrangePhone(test.owner, loanId, '555 tape');
    const [old] = (await read()).contacts;
    expect(old).toMatchObject({ addedBy: null, isReached: true, retired: null });
    const fresh = phone('+14155552671');
    const refused = [
      await change([fresh]),
      await change([{ ...old, value: '+12025550123' }, fresh]),
      await change([old, { ...fresh, retire: 'wrong' }]),
    ];
    expect(refused.map(({ body }) => body.error)).toEqual(
      refused.map(() => 'contact_is_on_record'),
    );
    expect((await change([old, fresh, { ...fresh, id: uuidv7() }])).body.error).toBe(
      'contact_twice',
    );
    expect(await change([{ ...old, retire: 'out-of-use' }, fresh])).toMatchObject({ status: 200 });
    expect((await read()).contacts).toMatchObject([
      { value: '+14155552671', isPreferred: true, isReached: true, addedBy: 'delta-agent one' },
      {
        value: '555 tape',
        isPreferred: false,
        isReached: false,
        retired: { by: 'delta-agent one', at: '2026-06-15T12:00:00.000Z', reason: 'out-of-use' },
      },
    ]);
    expect((await change([old, fresh], 2)).body.error).toBe('contact_is_on_record');
    await expect(
      test.owner`update borrower_contacts set value = '1' where value = '555 tape'`,
    ).rejects.toThrow(/never changed/);
    await expect(test.owner`delete from borrower_contacts`).rejects.toThrow(/never changed/);
  });

  it('is found by any number that is not retired', async () => {
    const found = async (text: string) =>
      (await agent.get(`/api/loans?view=all&q=${encodeURIComponent(text)}`)).body.rows.length;
    await arrangePhone(test.owner, loanId, '+12025550123');
    const [old] = (await read()).contacts;
    await change([old, phone('+14155552671')]);
    expect([await found('2025550123'), await found('4155552671')]).toEqual([1, 1]);
    const [, added] = (await read()).contacts;
    await change([{ ...old, retire: 'wrong' }, added], 2);
    expect([await found('2025550123'), await found('4155552671')]).toEqual([0, 1]);
  });

  it('accepts one of two simultaneous changes and refuses the other', async () => {
    const desk = await test.signIn(portfolio.team.desk.email);
    const answers = await Promise.all([
      change([phone('+14155552671')]),
      change([phone('+442079460958')], 1, desk),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('changed_since');
    expect((await read()).contacts).toHaveLength(1);
  });

  it('shows the latest consent of each channel, and retains the earlier ones', async () => {
    const record = (consent: object) => agent.post(`${address()}/consents`, consent);
    const given = { id: uuidv7(), channel: 'call', state: 'given', means: 'contract' };
    expect((await record(given)).body).toEqual({ id: given.id, replayed: false });
    expect((await record(given)).body).toEqual({ id: given.id, replayed: true });
    expect((await record({ ...given, state: 'withdrawn' })).body.error).toBe(
      'id_reused_with_different_content',
    );
    expect((await agent.get(`/api/loans/${loanId}`)).body.borrower.withdrawnChannels).toEqual([]);
    test.clock.moveTo('2026-06-15T12:05:00Z');
    await record({ id: uuidv7(), channel: 'call', state: 'withdrawn', means: 'spoken' });
    await record({ id: uuidv7(), channel: 'sms', state: 'given', means: 'written' });
    expect((await read()).consents).toMatchObject([
      { channel: 'call', state: 'withdrawn', means: 'spoken', recordedBy: 'delta-agent one' },
      { channel: 'sms', state: 'given' },
    ]);
    const loan = await agent.get(`/api/loans/${loanId}`);
    expect(loan.body.borrower.withdrawnChannels).toEqual(['call']);
    expect(await auditOf('record-consent')).toHaveLength(3);
    await expect(test.owner`delete from borrower_consents`).rejects.toThrow(/never changed/);
  });

  it('has a history of who changed what', async () => {
    await change([phone('+14155552671')]);
    test.clock.moveTo('2026-06-15T12:05:00Z');
    const consent = { channel: 'visit', state: 'withdrawn', means: 'written' };
    await agent.post(`${address()}/consents`, { id: uuidv7(), ...consent });
    const { body } = await agent.get(`${address()}/history`);
    expect(body.events).toMatchObject([
      { by: 'delta-agent one', changed: [], consent },
      {
        changed: expect.arrayContaining(['name', 'contacts', 'employmentTitle']),
        consent: null,
      },
    ]);
  });
});
