import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { identityDocumentOf } from '../../../testing/identity-document-of.ts';
import { mergingBy } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test, portfolio } = office;
const { owner } = test;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const { arrangePerson, merge } = mergingBy(manager, office);

let rosa: string;
let omar: string;
beforeEach(async () => {
  rosa = (await arrangePerson({ borrowerName: 'Rosa Singh' })).id;
  omar = (await arrangePerson({ borrowerName: 'Omar Haddad' })).id;
});

const add = (borrowerId: string, wishes: object = {}, client = manager) =>
  client.post(`/api/borrowers/${borrowerId}/identity-documents`, identityDocumentOf(wishes));
const address = (borrowerId: string, id: string) =>
  `/api/borrowers/${borrowerId}/identity-documents/${id}`;
const verify = (borrowerId: string, id: string, client = manager) =>
  client.post(`${address(borrowerId, id)}/verification`);
const end = (borrowerId: string, id: string, reason = 'mistyped', client = manager) =>
  client.post(`${address(borrowerId, id)}/end`, { reason });
const documentsOf = async (borrowerId: string, client: TestClient = manager) =>
  (await client.get(`/api/borrowers/${borrowerId}`)).body.identityDocuments;
/** Returns a new number each time, because the tests share a portfolio. */
const someNumber = () => uuidv7().replaceAll('-', '').toUpperCase();

describe('an identity document of a borrower', () => {
  it('is stored with its author and a normalised number', async () => {
    const tail = someNumber();
    const sent = { issuedOn: '2024-02-29', expiresOn: '2034-02-28' };
    const answer = await add(rosa, { ...sent, number: ` p-1 ٢ ${tail.toLowerCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { replayed: false } });
    expect(await documentsOf(rosa)).toEqual([
      {
        ...sent,
        id: answer.body.id,
        kind: 'passport',
        country: 'IN',
        number: `P12${tail}`,
        addedBy: 'manager one',
        addedAt: expect.any(String),
        verified: null,
        ended: null,
      },
    ]);
  });

  it('may end with surrogate pairs, which its mask never splits', async () => {
    const number = `${someNumber().slice(0, 20)}𐐀BCD`;
    expect(await add(rosa, { number })).toMatchObject({ status: 200 });
    expect((await documentsOf(rosa, agent))[0]?.number).toBe('••••𐐀BCD');
  });

  it('is added once, even if sent repeatedly, and refused with other content under its id', async () => {
    const paper = identityDocumentOf();
    const answers = await Promise.all([add(rosa, paper), add(rosa, paper)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    for (const [borrowerId, change] of [
      [rosa, { number: someNumber() }],
      [rosa, { country: 'AE' }],
      [rosa, { expiresOn: '2030-01-01' }],
      [omar, {}],
    ] as const) {
      const again = await add(borrowerId, { ...paper, ...change });
      expect(again.body.error).toBe('id_reused_with_different_content');
    }
    expect(await documentsOf(rosa)).toHaveLength(1);
  });

  it.each([
    ['a short number', { number: 'A-12 3' }, 'identity_number_not_valid', 'number'],
    ['a masked number', { number: '••••1234' }, 'identity_number_not_valid', 'number'],
    [
      'a number that becomes too long when normalised',
      { number: 'ﷺ'.repeat(10) },
      'identity_number_not_valid',
      'number',
    ],
    ['a future issue date', { issuedOn: '2999-01-01' }, 'issued_in_future', 'issuedOn'],
    [
      'an expiry before its issue',
      { issuedOn: '2024-01-02', expiresOn: '2024-01-01' },
      'range_upside_down',
      'expiresOn',
    ],
    ['an unknown country', { country: 'QQ' }, 'invalid_request', 'country'],
  ])('is refused with %s', async (_, wishes, error, field) => {
    const { body } = await add(rosa, wishes);
    expect(body.error).toBe(error);
    expect(Object.keys(body.fields)).toEqual([field]);
    expect(await documentsOf(rosa)).toEqual([]);
  });

  it('belongs to one borrower, who is named only to users with that borrower in scope', async () => {
    const number = someNumber();
    await add(rosa, { number });
    expect((await add(rosa, { number })).body.error).toBe('identity_document_twice');
    const taken = await add(omar, { number: number.toLowerCase() });
    expect(taken).toMatchObject({
      status: 409,
      body: {
        error: 'used_by_another_borrower',
        details: { borrowerId: rosa, borrower: 'Rosa Singh' },
      },
    });
    expect(Object.keys(taken.body.fields)).toEqual(['number']);
    for (const other of [{ country: 'AE' }, { kind: 'driving-licence' }]) {
      expect((await add(omar, { number, ...other })).status).toBe(200);
    }
  });

  it('does not name the other borrower to an agent without them in scope', async () => {
    const hidden = await arrangePerson({
      borrowerName: 'Hidden Person',
      teamId: portfolio.otherTeam.id,
      agentId: portfolio.otherTeam.agent.id,
    });
    const number = someNumber();
    await add(hidden.id, { number });
    const { body } = await add(omar, { number }, agent);
    expect(body.error).toBe('used_by_another_borrower');
    expect(JSON.stringify(body)).not.toContain(hidden.id);
    expect(JSON.stringify(body)).not.toContain('Hidden');
  });

  it('is hidden from another portfolio, which can store the same number', async () => {
    const far = await openOffice({ test, tag: 'far' });
    const farManager = await far.signIn('manager');
    const stranger = await mergingBy(farManager, far).arrangePerson();
    const number = someNumber();
    const { body } = await add(rosa, { number });
    expect((await add(stranger.id, { number }, farManager)).status).toBe(200);
    const answers = [
      await add(rosa, {}, farManager),
      await verify(rosa, body.id, farManager),
      await end(rosa, body.id, 'lost', farManager),
      await verify(omar, body.id),
      await end(omar, body.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('shows agents only the last four characters of its number', async () => {
    const number = someNumber();
    const { body } = await add(rosa, { number }, agent);
    expect(await documentsOf(rosa, agent)).toMatchObject([
      { id: body.id, number: `••••${number.slice(-4)}` },
    ]);
    const card = await agent.get(`/api/borrowers/${rosa}`);
    expect(JSON.stringify(card.body)).not.toContain(number);
    const desk = await office.signIn('desk');
    expect(await documentsOf(rosa, desk)).toMatchObject([{ number }]);
    const known = await manager.get(`/api/alike-borrowers?number=${number.toLowerCase()}`);
    expect(known.body.borrowers).toMatchObject([{ id: rosa, matches: ['number'] }]);
    const guessed = await agent.get(`/api/alike-borrowers?number=${number}`);
    expect(guessed.body.borrowers).toEqual([]);
  });

  it('records who verified it, and only the first verification counts', async () => {
    const { body } = await add(rosa);
    expect((await verify(rosa, body.id, agent)).body).toEqual({ replayed: false });
    expect((await verify(rosa, body.id)).body).toEqual({ replayed: true });
    expect(await documentsOf(rosa)).toMatchObject([{ verified: { by: 'delta-agent one' } }]);
  });

  it('ends with a reason, stays on record, and frees its number for its real owner', async () => {
    const number = someNumber();
    const { body } = await add(rosa, { number });
    expect((await end(rosa, body.id)).body).toEqual({ replayed: false });
    expect((await end(rosa, body.id)).body).toEqual({ replayed: true });
    const later = [
      await end(rosa, body.id, 'lost'),
      await end(rosa, body.id, 'mistyped', agent),
      await verify(rosa, body.id),
    ];
    expect(later.map((answer) => answer.body.error)).toEqual(
      later.map(() => 'identity_document_ended'),
    );
    expect((await add(omar, { number })).status).toBe(200);
    expect((await add(rosa, { number })).body.details).toMatchObject({ borrowerId: omar });
    expect(await documentsOf(rosa)).toMatchObject([
      { number, ended: { by: 'manager one', reason: 'mistyped' } },
    ]);
  });

  it('appears in history and audit trail with a masked number', async () => {
    const number = someNumber();
    const masked = `••••${number.slice(-4)}`;
    const { body } = await add(rosa, { number });
    await verify(rosa, body.id);
    await end(rosa, body.id, 'replaced');
    const history = await manager.get(`/api/borrowers/${rosa}/history`);
    const eventOf = (did: string) => ({
      changed: [],
      consent: null,
      merge: null,
      identityDocument: { did, kind: 'passport', number: masked },
    });
    expect(history.body.events).toMatchObject([
      eventOf('ended'),
      eventOf('verified'),
      eventOf('added'),
    ]);
    const admin = await test.signIn((await arrangeAdmin(owner)).email);
    for (const event of ['add', 'verify', 'end']) {
      const trail = await admin.get(`/api/audit?event=${event}-identity-document`);
      expect(trail.body.rows[0]).toMatchObject({ after: { kind: 'passport', number: masked } });
    }
    const whole = await owner`
      select from audit_events where position(${number} in coalesce(after::text, '')) > 0`;
    expect(whole).toHaveLength(0);
  });

  it('is protected from changes by the database', async () => {
    const { body } = await add(rosa);
    await verify(rosa, body.id);
    await end(rosa, body.id);
    const change = (facts: object) => owner`
      update borrower_identity_documents set ${owner(facts)} where id = ${body.id}`;
    for (const facts of [
      { number: someNumber() },
      { verified_at: null, verified_by: null },
      { ended_at: null, ended_by: null, end_reason: null },
      { borrower_id: omar },
    ]) {
      await expect(change(facts)).rejects.toThrow('never changed');
    }
    await expect(
      owner`delete from borrower_identity_documents where id = ${body.id}`,
    ).rejects.toThrow('never changed');
  });
});

describe('two records in a merge', () => {
  it('combine their identity documents, and the merged-away record accepts no more', async () => {
    const [mine, theirs, gone] = [await add(rosa), await add(omar), await add(omar)];
    await verify(omar, theirs.body.id);
    await end(omar, gone.body.id, 'expired');
    const { body: held } = await manager.get(`/api/borrowers/${omar}/holdings`);
    expect(held.identityDocuments).toBe(2);
    expect((await merge(rosa, omar)).status).toBe(200);
    expect(await documentsOf(rosa)).toMatchObject([
      { id: theirs.body.id, verified: { by: 'manager one' } },
      { id: mine.body.id, verified: null },
      { id: gone.body.id, ended: { reason: 'expired' } },
    ]);
    expect(await documentsOf(omar)).toEqual([]);
    const answers = [
      await add(omar),
      await verify(omar, mine.body.id),
      await end(omar, gone.body.id),
    ];
    expect(answers.map(({ body }) => body.error)).toEqual(
      answers.map(() => 'borrower_merged_away'),
    );
    expect((await end(rosa, theirs.body.id)).status).toBe(200);
    const { body: history } = await manager.get(`/api/borrowers/${rosa}/history`);
    const documentEvents = history.events.filter(
      (event: { identityDocument: object | null }) => event.identityDocument,
    );
    expect(documentEvents).toHaveLength(6);
  });
});
