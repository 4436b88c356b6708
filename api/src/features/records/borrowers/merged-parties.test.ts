import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { mergingBy, type Person } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';

const office = await openOffice();
const { test, portfolio } = office;
const { owner } = test;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const { arrangePerson, command, send, merge } = mergingBy(manager, office);

let survivor: Person;
let other: Person;
beforeEach(async () => {
  survivor = await arrangePerson({ borrowerName: 'Rosa Singh' });
  other = await arrangePerson({ borrowerName: 'Singh, Rosa' });
});

describe('parties in a merge of borrower records', () => {
  const party = async (loanId: string, borrowerId: string, role = 'co-borrower') => {
    const id = uuidv7();
    const answer = await manager.post(`/api/loans/${loanId}/parties`, {
      id,
      borrowerId,
      role,
      note: '',
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return id;
  };
  const partiesOf = async (loanId: string) =>
    (await manager.get(`/api/loans/${loanId}/parties`)).body.parties;

  it('become parties as the surviving record, also if they are ended', async () => {
    const [one, two] = [await arrangePerson(), await arrangePerson()];
    const current = await party(one.loanId, other.id, 'guarantor');
    const former = await party(two.loanId, other.id);
    await manager.post(`/api/loans/${two.loanId}/parties/${former}/end`, { reason: 'moved' });
    const { body: held } = await manager.get(`/api/borrowers/${other.id}/holdings`);
    expect(held).toMatchObject({ loans: 1, parties: 2 });
    await merge(survivor.id, other.id);
    expect(await partiesOf(one.loanId)).toMatchObject([
      { id: current, borrower: { id: survivor.id }, role: 'guarantor', ended: null },
    ]);
    expect(await partiesOf(two.loanId)).toMatchObject([
      { id: former, borrower: { id: survivor.id }, ended: { reason: 'moved' } },
    ]);
    const trail = await owner`
      select before, after from audit_events
      where event = 'merge-borrowers' and subject = 'loan' and subject_id = ${one.loanId}`;
    expect(trail).toEqual([
      {
        before: {
          partyId: current,
          borrower: 'Singh, Rosa',
          borrowerId: other.id,
          role: 'guarantor',
        },
        after: {
          partyId: current,
          borrower: 'Rosa Singh',
          borrowerId: survivor.id,
          role: 'guarantor',
          reason: 'the same person',
        },
      },
    ]);
  });

  it.each(['surviving', 'merged-away'])(
    'end on a loan whose first borrower is the %s record',
    async (first) => {
      const [own, guaranteeing] = first === 'surviving' ? [survivor, other] : [other, survivor];
      const id = await party(own.loanId, guaranteeing.id);
      expect(await merge(survivor.id, other.id)).toMatchObject({ status: 200 });
      expect(await partiesOf(own.loanId)).toMatchObject([
        {
          id,
          borrower: { id: survivor.id },
          ended: { by: 'manager one', reason: 'the same person' },
        },
      ]);
      const trail = await owner`
        select before, after from audit_events
        where event = 'end-loan-party' and subject_id = ${own.loanId}`;
      expect(trail).toMatchObject([
        {
          before: { partyId: id, borrowerId: guaranteeing.id },
          after: { reason: 'the same person' },
        },
      ]);
      await expect(expectReconciled(owner)).resolves.toBeUndefined();
    },
  );

  it('become one party if both were parties of a loan, and co-borrower overrides guarantor', async () => {
    const third = await arrangePerson();
    const guarantor = await party(third.loanId, survivor.id, 'guarantor');
    const owes = await party(third.loanId, other.id);
    await merge(survivor.id, other.id);
    expect(await partiesOf(third.loanId)).toMatchObject([
      { id: owes, borrower: { id: survivor.id }, role: 'co-borrower', ended: null },
      { id: guarantor, borrower: { id: survivor.id }, ended: { reason: 'the same person' } },
    ]);
  });

  it('become one party if the second is added during the merge', async () => {
    const third = await arrangePerson();
    await party(third.loanId, other.id);
    const body = await command(survivor.id, other.id);
    const added = { id: uuidv7(), borrowerId: survivor.id, role: 'guarantor', note: '' };
    const answers = await Promise.all([
      send(survivor.id, body),
      manager.post(`/api/loans/${third.loanId}/parties`, added),
    ]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect([200, 409]).toContain(answers[1].status);
    const current = (await partiesOf(third.loanId)).filter(
      ({ ended }: { ended: object | null }) => ended === null,
    );
    expect(current).toMatchObject([{ borrower: { id: survivor.id }, role: 'co-borrower' }]);
  });

  it('are added only under the surviving record, and a request from before the merge is recognised', async () => {
    const third = await arrangePerson();
    const sent = { id: uuidv7(), borrowerId: other.id, role: 'guarantor', note: '' };
    const add = (body: object) => manager.post(`/api/loans/${third.loanId}/parties`, body);
    await add(sent);
    await merge(survivor.id, other.id);
    expect((await add(sent)).body).toEqual({ id: sent.id, replayed: true });
    const readded = await add({ ...sent, id: uuidv7() });
    expect(readded.body.error).toBe('borrower_merged_away');
  });

  it('prevent a merge by a user who cannot see their loan', async () => {
    await owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('agent', 'merge-borrowers', true, ${portfolio.manager.id}, now())`;
    const hidden = await arrangePerson({ agentId: portfolio.team.otherAgent.id });
    await party(hidden.loanId, other.id);
    const answer = await send(survivor.id, await command(survivor.id, other.id), agent);
    expect(answer.body.error).toBe('borrower_has_loans_elsewhere');
    await owner`delete from role_permissions where permission = 'merge-borrowers'`;
  });
});
