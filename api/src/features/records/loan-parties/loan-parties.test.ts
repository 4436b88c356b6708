import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test, portfolio } = office;
const { owner } = test;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const stranger = await office.signIn('otherAgent');

async function arrangePerson(name = 'Amina Rao', client = manager): Promise<string> {
  const id = uuidv7();
  const person = { id, kind: 'person', name, phone: '+971 50 123 4567', email: '' };
  const { status } = await client.post('/api/borrowers', person);
  if (status !== 200) throw new Error('a borrower could not be written down');
  return id;
}

const inOrder = (values: readonly unknown[]) => values.map(String).toSorted();

const partyOf = (borrowerId: string, wishes: object = {}) => ({
  id: uuidv7(),
  borrowerId,
  role: 'co-borrower',
  note: '',
  ...wishes,
});

let loanId: string;
beforeEach(async () => {
  ({ id: loanId } = await office.arrangeHeld({ borrowerName: 'Rosa Singh' }));
});

const add = (party: object, client: TestClient = manager, loan = loanId) =>
  client.post(`/api/loans/${loan}/parties`, party);
const end = (partyId: string, reason: string, client: TestClient = manager, loan = loanId) =>
  client.post(`/api/loans/${loan}/parties/${partyId}/end`, { reason });
const partiesOf = async (client: TestClient = manager, loan = loanId) =>
  (await client.get(`/api/loans/${loan}/parties`)).body.parties;
const firstOf = async (loan = loanId) => {
  const [row] = await owner<{ borrowerId: string }[]>`
    select borrower_id from loans where id = ${loan}`;
  return row?.borrowerId ?? '';
};
const auditOf = (event: string) => owner`
  select actor_id, subject, before, after from audit_events
  where event = ${event} and subject_id = ${loanId}`;

describe('a party of a loan', () => {
  it('has a role, and is visible to the loan’s holders with contact details', async () => {
    const amina = await arrangePerson();
    const party = partyOf(amina, { role: 'guarantor', note: ' Her brother ' });
    expect(await add(party)).toMatchObject({
      status: 200,
      body: { id: party.id, replayed: false },
    });
    const shown = {
      id: party.id,
      borrower: { id: amina, name: 'Amina Rao', externalId: null, kind: 'person' },
      role: 'guarantor',
      note: 'Her brother',
      phone: '+971501234567',
      withdrawnChannels: [],
      addedBy: 'manager one',
      addedAt: '2026-06-15T12:00:00.000Z',
      ended: null,
    };
    expect(await partiesOf()).toEqual([shown]);
    expect(await partiesOf(agent)).toEqual([shown]);
    expect(await auditOf('add-loan-party')).toEqual([
      {
        actorId: portfolio.manager.id,
        subject: 'loan',
        before: null,
        after: {
          partyId: party.id,
          borrower: 'Amina Rao',
          borrowerId: amina,
          role: 'guarantor',
          note: 'Her brother',
        },
      },
    ]);
    const [notification] = await owner`
      select event, loan_id, account_ids from live_updates where subject_id = ${loanId}
      order by number desc limit 1`;
    expect(notification).toEqual({
      event: 'add-loan-party',
      loanId,
      accountIds: [portfolio.team.agent.id],
    });
  });

  it('is added once, even if sent repeatedly, and refused with other content under its id', async () => {
    const amina = await arrangePerson();
    const party = partyOf(amina);
    const twice = await Promise.all([add(party), add(party)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(inOrder(twice.map(({ body }) => body.replayed))).toEqual(['false', 'true']);
    const others = [{ role: 'guarantor' }, { note: 'x' }, { borrowerId: await arrangePerson() }];
    for (const changed of others) {
      const { body } = await add({ ...party, ...changed });
      expect(body.error).toBe('id_reused_with_different_content');
    }
    const elsewhere = await office.arrangeHeld();
    expect((await add(party, manager, elsewhere.id)).body.error).toBe(
      'id_reused_with_different_content',
    );
    expect(await partiesOf()).toHaveLength(1);
    expect(await auditOf('add-loan-party')).toHaveLength(1);
  });

  it('cannot be added to two loans under one id, even simultaneously', async () => {
    const { id: other } = await office.arrangeHeld();
    const party = partyOf(await arrangePerson());
    const answers = await Promise.all([add(party), add(party, manager, other)]);
    expect(inOrder(answers.map(({ body }) => body.error ?? 'added'))).toEqual([
      'added',
      'id_reused_with_different_content',
    ]);
  });

  it('cannot be added twice to a loan, even simultaneously', async () => {
    const amina = await arrangePerson();
    expect(await add(partyOf(await firstOf()))).toMatchObject({
      status: 409,
      body: { error: 'borrower_is_on_loan', fields: { borrowerId: expect.any(String) } },
    });
    const both = await Promise.all([add(partyOf(amina)), add(partyOf(amina))]);
    expect(inOrder(both.map(({ body }) => body.error ?? 'added'))).toEqual([
      'added',
      'borrower_is_on_loan',
    ]);
    expect(await partiesOf()).toHaveLength(1);
  });

  it('remains when others are added, up to ten per loan', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => arrangePerson()));
    const [first, ...rest] = people.map((id) => partyOf(id));
    for (const party of [first, ...rest.slice(0, 8)]) await add(party ?? {});
    const last = await Promise.all(rest.slice(8).map((party) => add(party)));
    expect(inOrder(last.map(({ body }) => body.error ?? 'added'))).toEqual([
      'added',
      'loan_has_too_many_parties',
    ]);
    expect(await partiesOf()).toHaveLength(10);
    await end(first?.id ?? '', 'moved abroad');
    const answers = await Promise.all(rest.slice(8).map((party) => add(party)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    ['active', 200],
    ['written_off', 200],
    ['closed', 409],
    ['withdrawn', 409],
    ['approved', 409],
  ] as const)('added to a loan that is %s answers %i', async (status, expected) => {
    const { id } = await office.arrangeHeld({ status });
    const party = partyOf(await arrangePerson());
    const answer = await add(party, manager, id);
    expect(answer.status).toBe(expected);
    expect(await partiesOf(manager, id)).toHaveLength(expected === 200 ? 1 : 0);
    expect(answer.body.error).toBe(expected === 200 ? undefined : 'loan_owes_nothing');
  });

  it('is ended with a reason, in any state of the loan, and stays readable', async () => {
    const amina = await arrangePerson();
    const party = partyOf(amina);
    await add(party);
    await owner`update loan_state set status = 'closed' where loan_id = ${loanId}`;
    expect(await end(party.id, '  ')).toMatchObject({
      status: 400,
      body: { error: 'reason_missing', fields: { reason: expect.any(String) } },
    });
    const twice = await Promise.all([
      end(party.id, 'paid out of it'),
      end(party.id, 'paid out of it'),
    ]);
    expect(inOrder(twice.map(({ body }) => body.replayed))).toEqual(['false', 'true']);
    expect((await end(party.id, 'another')).body.error).toBe('party_already_ended');
    expect(await partiesOf()).toMatchObject([
      {
        id: party.id,
        phone: null,
        ended: { by: 'manager one', at: '2026-06-15T12:00:00.000Z', reason: 'paid out of it' },
      },
    ]);
    const partyDetails = { partyId: party.id, borrower: 'Amina Rao', borrowerId: amina };
    expect(await auditOf('end-loan-party')).toMatchObject([
      { before: { ...partyDetails, role: 'co-borrower' }, after: { reason: 'paid out of it' } },
    ]);
  });

  it('may be added again after it was ended', async () => {
    const amina = await arrangePerson();
    const party = partyOf(amina);
    await add(party);
    await end(party.id, 'by mistake');
    const again = partyOf(amina, { role: 'guarantor' });
    expect((await add(again)).status).toBe(200);
    const shown = await partiesOf();
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([again.id, party.id]);
  });

  it('can be ended only through its own loan', async () => {
    const party = partyOf(await arrangePerson());
    await add(party);
    const { id: other } = await office.arrangeHeld();
    expect((await end(party.id, 'x', manager, other)).status).toBe(404);
    expect(await partiesOf()).toMatchObject([{ ended: null }]);
  });

  it('prevents undoing the import of its loan while it is active', async () => {
    const importId = uuidv7();
    await owner`
      insert into imports (portfolio_id, id, file_name, state, created_by, created_at)
      values (${portfolio.id}, ${importId}, 'tape.csv', 'booked', ${portfolio.manager.id}, now())`;
    const { id } = await arrangeLoan(owner, portfolio);
    await owner`update loans set import_id = ${importId} where id = ${id}`;
    const party = partyOf(await arrangePerson());
    await add(party, manager, id);
    const obstacles = async () => (await manager.get(`/api/imports/${importId}/obstacles`)).body;
    expect(await obstacles()).toMatchObject({ loans: [{ obstacles: ['party-added'] }] });
    await end(party.id, 'by mistake', manager, id);
    expect(await obstacles()).toEqual({ count: 0, loans: [] });
  });
});

describe('access to the parties of a loan', () => {
  it('needs its own permission to change them', async () => {
    const amina = await arrangePerson();
    const party = partyOf(amina);
    for (const client of [agent, await office.signIn('desk')]) {
      expect((await add(party, client)).body.error).toBe('permission_missing');
    }
    await add(party);
    expect((await end(party.id, 'x', agent)).body.error).toBe('permission_missing');
  });

  it('is refused without the loan in scope', async () => {
    const party = partyOf(await arrangePerson());
    await add(party);
    const other = await arrangePortfolio(owner, uuidv7().slice(-6));
    const far = await test.signIn(other.manager.email);
    expect((await stranger.get(`/api/loans/${loanId}/parties`)).status).toBe(404);
    expect((await far.get(`/api/loans/${loanId}/parties`)).status).toBe(404);
    expect((await add(partyOf(await arrangePerson()), far)).status).toBe(404);
    expect((await end(party.id, 'x', far)).status).toBe(404);
  });

  it('does not include adding a borrower of another portfolio', async () => {
    const other = await arrangePortfolio(owner, uuidv7().slice(-6));
    const far = await arrangePerson('Far Away', await test.signIn(other.manager.email));
    const refused = { status: 404, body: { error: 'party_not_found' } };
    expect(await add(partyOf(far))).toMatchObject(refused);
    expect(await add(partyOf(uuidv7()))).toMatchObject(refused);
    const amina = await arrangePerson();
    await owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('agent', 'change-loan-parties', true, ${portfolio.manager.id}, now())`;
    try {
      expect(await add(partyOf(amina), agent)).toMatchObject(refused);
      const { id: own } = await office.arrangeHeld();
      expect((await add(partyOf(await firstOf(own)), agent)).status).toBe(200);
    } finally {
      await owner`delete from role_permissions where permission = 'change-loan-parties'`;
    }
  });

  it('shows active parties to the loan’s holders like its first borrower', async () => {
    const name = `Zenobia ${uuidv7().slice(-8)}`;
    const zenobia = await arrangePerson(name);
    const question = encodeURIComponent(name);
    const found = async (client: TestClient) => {
      const alike = await client.get(`/api/alike-borrowers?name=${question}`);
      const list = await client.get(`/api/borrowers?q=${question}&sort=name`);
      const file = await client.post('/api/borrowers/export.csv', { filter: { q: name } });
      const card = await client.get(`/api/borrowers/${zenobia}`);
      return {
        card: card.status,
        listed: list.body.rows.length,
        count: list.body.sums.count,
        alike: alike.body.borrowers.length,
        exported: String(file.body).trim().split('\n').length - 1,
      };
    };
    const all = { card: 200, listed: 1, count: 1, alike: 1, exported: 1 };
    const none = { card: 404, listed: 0, count: 0, alike: 0, exported: 0 };
    const desk = await office.signIn('desk');
    expect([await found(agent), await found(desk)]).toEqual([none, none]);
    const party = partyOf(zenobia);
    await add(party);
    expect([await found(agent), await found(desk)]).toEqual([all, all]);
    expect(await found(stranger)).toEqual(none);
    await end(party.id, 'by mistake');
    expect([await found(agent), await found(desk)]).toEqual([none, none]);
    expect(await found(manager)).toEqual(all);
  });
});

describe('a borrower who is a party', () => {
  it('has the loans and roles as a party on their page', async () => {
    const { id: own } = await office.arrangeHeld();
    const borrowerId = await firstOf(own);
    const { id: hidden } = await office.arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    const { id: left } = await office.arrangeHeld();
    const former = partyOf(borrowerId);
    await add(partyOf(borrowerId, { role: 'guarantor' }));
    await add(partyOf(borrowerId), manager, hidden);
    await add(former, manager, left);
    await end(former.id, 'moved', manager, left);
    const loansOf = async (client: TestClient) =>
      (await client.get(`/api/borrowers/${borrowerId}`)).body.loans.map(
        ({ id, role }: { id: string; role: string }) => [id, role],
      );
    const seen = [
      [loanId, 'guarantor'],
      [own, 'first-borrower'],
    ];
    expect(await loansOf(agent)).toEqual(seen);
    expect(await loansOf(manager)).toEqual([...seen, [hidden, 'co-borrower']]);
  });

  it('leads a manager to their loans by an identity number, but not an agent', async () => {
    const amina = await arrangePerson();
    await owner`update borrowers set national_id = 'PARTY290010' where id = ${amina}`;
    const foundBy = async (client: TestClient) =>
      (await client.get('/api/loans?view=all&q=party-290010')).body.rows.map(
        ({ id }: { id: string }) => id,
      );
    const party = partyOf(amina);
    await add(party);
    expect(await foundBy(manager)).toEqual([loanId]);
    expect(await foundBy(agent)).toEqual([]);
    await end(party.id, 'moved');
    expect(await foundBy(manager)).toEqual([]);
  });

  it('is not called after withdrawing consent', async () => {
    const amina = await arrangePerson();
    await add(partyOf(amina));
    await manager.post(`/api/borrowers/${amina}/consents`, {
      id: uuidv7(),
      channel: 'call',
      state: 'withdrawn',
      means: 'spoken',
    });
    expect(await partiesOf()).toMatchObject([{ withdrawnChannels: ['call'] }]);
  });
});

describe('the database', () => {
  it('refuses a second active party of the same person on a loan', async () => {
    const amina = await arrangePerson();
    await add(partyOf(amina));
    const insert = (borrowerId: string) => owner`
      insert into loan_parties (portfolio_id, id, loan_id, borrower_id, role, note, added_by, added_at)
      values (${portfolio.id}, ${uuidv7()}, ${loanId}, ${borrowerId}, 'guarantor', '',
        ${portfolio.manager.id}, now())`;
    await expect(insert(amina)).rejects.toThrow(/loan_parties_once/);
    await expect(insert(await firstOf())).rejects.toThrow(/first borrower/);
    await expect(
      owner`update loans set borrower_id = ${amina} where id = ${loanId}`,
    ).rejects.toThrow(/not its first borrower/);
  });

  it('allows ending a party once, and no deletion', async () => {
    const party = partyOf(await arrangePerson());
    await add(party);
    const { id } = party;
    await expect(
      owner`update loan_parties set role = 'guarantor' where id = ${id}`,
    ).rejects.toThrow(/ended, never changed/);
    await end(id, 'by mistake');
    await expect(
      owner`update loan_parties set ended_at = null, ended_by = null, ended_reason = null
        where id = ${id}`,
    ).rejects.toThrow(/ended, never changed/);
    await expect(owner`delete from loan_parties where id = ${id}`).rejects.toThrow(/never changed/);
  });
});
