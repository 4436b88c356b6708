import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { applicationOf, lendingBy } from '../../../testing/lending.ts';
import { mergingBy } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test } = office;
const manager = await office.signIn('manager');
const { at, submit, submitted, decide, disburse, undo, product, approved, paidOut } = lendingBy(
  manager,
  await office.signInDeputy(),
);

async function arrangePerson(name: string, client: TestClient = manager): Promise<string> {
  const id = uuidv7();
  await client.post('/api/borrowers', { id, kind: 'person', name, phone: '', email: '' });
  return id;
}

const coBorrowersOf = async (id: string) => (await manager.get(at(id))).body.coBorrowers;
const partiesOf = async (loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/parties`)).body.parties;

const { merge: sendMerge } = mergingBy(manager, office);
const merge = async (survivorId: string, mergedId: string) => {
  expect((await sendMerge(survivorId, mergedId)).status).toBe(200);
};

describe('co-borrowers of an application', () => {
  it('are listed in the given order, and become parties of the disbursed loan', async () => {
    const coBorrowerIds = [await arrangePerson('Zoe Adler'), await arrangePerson('Ben Okafor')];
    const id = await approved({}, { coBorrowerIds });
    expect(await coBorrowersOf(id)).toMatchObject([{ name: 'Zoe Adler' }, { name: 'Ben Okafor' }]);
    const { loanId } = (await disburse(id)).body;
    const parties = await partiesOf(loanId);
    expect(
      new Set(
        parties.map(({ borrower, role }: { borrower: { id: string }; role: string }) =>
          [borrower.id, role].join(),
        ),
      ),
    ).toEqual(new Set(coBorrowerIds.map((borrowerId) => `${borrowerId},co-borrower`)));
    const { loans } = (await manager.get(`/api/borrowers/${coBorrowerIds[0]}`)).body;
    expect(loans).toMatchObject([{ id: loanId, role: 'co-borrower' }]);
  });

  it('is part of what makes an application the same when it is sent again', async () => {
    const { versionId } = await product();
    const coBorrowerIds = [await arrangePerson('Zoe Adler'), await arrangePerson('Ben Okafor')];
    const body = applicationOf(versionId, { coBorrowerIds });
    expect((await submit(body)).body.replayed).toBe(false);
    expect((await submit(body)).body.replayed).toBe(true);
    const other = await submit({ ...body, coBorrowerIds: coBorrowerIds.slice(1) });
    expect(other.body.error).toBe('id_reused_with_different_content');
  });

  it('must be different borrowers of the portfolio, up to the limit of a loan', async () => {
    const { versionId } = await product();
    const known = await arrangePerson('Zoe Adler');
    const elsewhere = await signInElsewhere();
    const foreign = await arrangePerson('Far Away', elsewhere);
    const gone = await arrangePerson('Zoe Adler');
    await merge(known, gone);
    const borrower = { kind: 'known', id: known };
    const refused = async (coBorrowerIds: readonly string[], changes: object = {}) => {
      const { body } = await submit(applicationOf(versionId, { ...changes, coBorrowerIds }));
      return [body.error, Object.keys(body.fields ?? {}).join()];
    };
    const field = 'coBorrowerIds';
    expect(await refused([uuidv7()])).toEqual(['party_not_found', field]);
    expect(await refused([foreign])).toEqual(['party_not_found', field]);
    expect(await refused([gone])).toEqual(['borrower_merged_away', field]);
    expect(await refused([known, known])).toEqual(['borrower_is_on_loan', field]);
    expect(await refused([known], { borrower })).toEqual(['borrower_is_on_loan', field]);
    const many = Array.from({ length: 11 }, () => uuidv7());
    expect(await refused(many)).toEqual(['loan_has_too_many_parties', field]);
  });

  it('leave no new borrower behind if one of them is refused', async () => {
    const { versionId } = await product();
    const refused = applicationOf(versionId, { coBorrowerIds: [uuidv7()] });
    expect((await submit(refused)).body.error).toBe('party_not_found');
    const { borrower } = refused;
    expect(await manager.get(`/api/borrowers/${borrower.id}`)).toMatchObject({ status: 404 });
    const events = await test.owner`
      select from audit_events where subject = 'borrower' and subject_id = ${borrower.id}`;
    expect(events).toEqual([]);
  });

  it('are resolved to merged records at disbursement, once, and never include the borrower', async () => {
    const [first, survivor, double] = [
      await arrangePerson('Amina Noor'),
      await arrangePerson('Zoe Adler'),
      await arrangePerson('Zoe Adler'),
    ];
    const own = await arrangePerson('Amina Noor');
    const id = await approved(
      {},
      { borrower: { kind: 'known', id: first }, coBorrowerIds: [double, survivor, own] },
    );
    await merge(survivor, double);
    await merge(first, own);
    expect(await coBorrowersOf(id)).toMatchObject([{ id: survivor }]);
    const { loanId } = (await disburse(id)).body;
    expect(await partiesOf(loanId)).toMatchObject([{ borrower: { id: survivor }, ended: null }]);
  });

  it('end with an undone disbursement, and are parties of the next loan', async () => {
    const zoe = await arrangePerson('Zoe Adler');
    const { id, loanId } = await paidOut({}, { coBorrowerIds: [zoe] });
    expect((await undo(id)).status).toBe(200);
    const [left] = await test.owner`
      select ended_reason from loan_parties where loan_id = ${loanId}`;
    expect(left).toEqual({ endedReason: 'wrong account' });
    const again = (await disburse(id)).body.loanId;
    expect(await partiesOf(again)).toMatchObject([{ borrower: { id: zoe }, ended: null }]);
    const { loans } = (await manager.get(`/api/borrowers/${zoe}`)).body;
    expect(loans).toMatchObject([{ id: again }]);
  });

  it('do not prevent undoing a disbursement, unlike a party added later', async () => {
    const { id, loanId } = await paidOut({}, { coBorrowerIds: [await arrangePerson('Zoe Adler')] });
    const borrowerId = await arrangePerson('Ben Okafor');
    const party = { id: uuidv7(), borrowerId, role: 'guarantor', note: '' };
    expect((await manager.post(`/api/loans/${loanId}/parties`, party)).status).toBe(200);
    expect((await undo(id)).body.error).toBe('loan_worked_on_since');
  });

  it('is counted before their record is merged into another', async () => {
    const zoe = await arrangePerson('Zoe Adler');
    const id = await submitted({}, { coBorrowerIds: [zoe] });
    expect((await manager.get(`/api/borrowers/${zoe}/holdings`)).body.applications).toBe(1);
    expect((await decide(id, 'reject')).status).toBe(200);
  });

  it('and a simultaneous merge leave one party, in either order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [survivor, double] = [
        await arrangePerson('Zoe Adler'),
        await arrangePerson('Zoe Adler'),
      ];
      const id = await approved({}, { coBorrowerIds: [double] });
      const [paid] = await Promise.all([disburse(id), merge(survivor, double)]);
      expect(await partiesOf(paid.body.loanId)).toMatchObject([
        { borrower: { id: survivor }, ended: null },
      ]);
    }
  });
});

async function signInElsewhere() {
  const { manager: other } = await arrangePortfolio(test.owner, 'elsewhere');
  return test.signIn(other.email);
}
