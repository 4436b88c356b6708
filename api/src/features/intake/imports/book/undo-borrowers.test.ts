import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { mergingBy } from '../../../../testing/merging.ts';
import { openOffice, type Office } from '../../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../../testing/test-app.ts';
import { meetAt } from '../../../../testing/while-held.ts';
import { bookImport } from './book-import.ts';
import { undoImport } from './undo-import.ts';

const test = await createTestApp();
const { owner } = test;

const tapeOf = tapesWith({
  borrower_id: 'P-1',
  phone: '+1 202 555 0100',
  national_id: 'N1001',
  region: 'Cairo',
  employment_title: 'Teacher',
});

let office: Office;
let imports: ImportOffice;
let manager: TestClient;
let offices = 0;
const february = { cutOffOn: '2026-02-10' };

beforeEach(async () => {
  offices += 1;
  office = await openOffice({ test, tag: `p${offices}` });
  imports = openImportOffice(test.database, office.portfolio);
  manager = await office.signIn('manager');
});

const undo = (importId: string) => undoImport(imports.desk, importId, imports.actor);

const borrowers = () => owner<{ id: string; withdrawn: boolean }[]>`
  select id, external_id, name, region, national_id, employment_title,
    withdrawn_at is not null as withdrawn
  from borrowers where portfolio_id = ${office.portfolio.id} order by created_at, id`;

async function onlyBorrower(): Promise<string> {
  const [one] = await borrowers();
  if (!one) throw new Error('the tape brought no borrower');
  return one.id;
}

const listed = async () => (await manager.get('/api/borrowers?sort=name')).body.rows;

const consentTo = (borrowerId: string) =>
  manager.post(`/api/borrowers/${borrowerId}/consents`, {
    id: uuidv7(),
    channel: 'sms',
    state: 'given',
    means: 'spoken',
  });

/** Changes fields and leaves the contacts as they are. */
async function change(borrowerId: string, facts: { region?: string; name?: string }) {
  const { body } = await manager.get(`/api/borrowers/${borrowerId}`);
  const [{ isReached: _, addedBy: _by, addedAt: _at, retired: _retired, ...phone }] = body.contacts;
  const command = { ...facts, contacts: [phone], version: body.version };
  return manager.put(`/api/borrowers/${borrowerId}`, command);
}

describe('undoing an import', () => {
  it('takes out its borrowers, and the corrected tape brings them as it states them', async () => {
    const { id } = await imports.book(tapeOf({}, { external_id: 'A-2' }), february);
    const borrowerId = await onlyBorrower();
    expect(await undo(id)).toMatchObject({ ok: true });
    expect(await listed()).toEqual([]);
    expect((await manager.get(`/api/borrowers/${borrowerId}`)).status).toBe(404);
    expect((await manager.get('/api/search?q=Ada')).body).toMatchObject({ borrowers: [] });
    const alike = await manager.get('/api/alike-borrowers?name=Ada%20Byron&number=N1001');
    expect(alike.body).toMatchObject({ borrowers: [] });
    // The corrected tape has another borrower number. If the first borrower remained, its national
    // id would count as taken.
    const corrected = tapeOf({ borrower_id: 'P-9', borrower_name: 'Ada Lovelace', region: '' });
    const booked = await imports.book(corrected, february);
    expect(booked).toMatchObject({ state: 'booked', failure: null, summary: { errors: 0 } });
    const lovelace = { externalId: 'P-9', name: 'Ada Lovelace', region: null };
    expect(await listed()).toMatchObject([lovelace]);
    expect(await borrowers()).toMatchObject([
      { id: borrowerId, externalId: null, nationalId: null, withdrawn: true },
      { ...lovelace, nationalId: 'N1001', withdrawn: false },
    ]);
  });

  it('leaves a borrower of another import, until that is undone too', async () => {
    const { id: first } = await imports.book(tapeOf({}), february);
    const { id: second } = await imports.book(tapeOf({ external_id: 'A-2' }), february);
    expect(await undo(first)).toMatchObject({ ok: true });
    expect(await listed()).toMatchObject([{ externalId: 'P-1' }]);
    expect(await undo(second)).toMatchObject({ ok: true });
    expect(await listed()).toEqual([]);
  });

  it('leaves a borrower whom no tape brought', async () => {
    const { id } = await imports.book(tapeOf({}), february);
    await owner`
      update borrowers set is_from_tape = false where portfolio_id = ${office.portfolio.id}`;
    expect(await undo(id)).toMatchObject({ ok: true });
    expect(await listed()).toMatchObject([{ externalId: 'P-1' }]);
  });

  it.each<[string, (borrowerId: string) => Promise<unknown>]>([
    ['a consent', consentTo],
    [
      'an identity document',
      (id) =>
        manager.post(`/api/borrowers/${id}/identity-documents`, {
          id: uuidv7(),
          kind: 'passport',
          number: 'AB12345',
          country: 'EG',
          issuedOn: null,
          expiresOn: null,
        }),
    ],
    ['a change', (id) => change(id, { region: 'Giza' })],
    [
      'a role on another loan',
      async (borrowerId) => {
        const { id } = await arrangeLoan(owner, office.portfolio);
        const party = { id: uuidv7(), borrowerId, role: 'guarantor', note: '' };
        return manager.post(`/api/loans/${id}/parties`, party);
      },
    ],
    [
      'a merge',
      async (borrowerId) => {
        const { arrangePerson, merge } = mergingBy(manager, office);
        const other = await arrangePerson();
        await owner`
          update loans set withdrawn_at = now() where id = ${other.loanId}`;
        return merge(borrowerId, other.id);
      },
    ],
  ])('leaves a borrower with %s', async (_, record) => {
    const { id } = await imports.book(tapeOf({}), february);
    const borrowerId = await onlyBorrower();
    expect(await record(borrowerId)).toMatchObject({ status: 200 });
    expect(await undo(id)).toMatchObject({ ok: true });
    const { status, body } = await manager.get(`/api/borrowers/${borrowerId}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { externalId: 'P-1' } });
  });

  it.each([
    ['waits for a consent that a user records meanwhile', true],
    ['lets no consent reach the borrower afterwards', false],
  ])('%s', async (_, isConsentFirst) => {
    const { id } = await imports.book(tapeOf({}), february);
    const borrowerId = await onlyBorrower();
    const calls = [
      async (): Promise<unknown> => (await consentTo(borrowerId)).status,
      (): Promise<unknown> => undo(id),
    ];
    const answers = await meetAt(
      owner,
      (sql) => sql`select from borrowers where id = ${borrowerId} for update`,
      isConsentFirst ? calls : calls.toReversed(),
    );
    expect(answers).toContainEqual(expect.objectContaining({ ok: true }));
    expect(answers).toContain(isConsentFirst ? 200 : 404);
    expect(await listed()).toHaveLength(isConsentFirst ? 1 : 0);
  });

  it('waits for a change of the name, which the lists of loans show', async () => {
    const { id } = await imports.book(tapeOf({}), february);
    const borrowerId = await onlyBorrower();
    const answers = await meetAt<unknown>(
      owner,
      (sql) => sql`select from borrowers where id = ${borrowerId} for update`,
      [() => change(borrowerId, { name: 'Ada Lovelace' }), () => undo(id)],
    );
    expect(answers).toMatchObject([{ status: 200 }, { ok: true }]);
    expect(await listed()).toMatchObject([{ name: 'Ada Lovelace' }]);
  });

  it('waits for a booking that brings another loan of the borrower', async () => {
    const { id } = await imports.book(tapeOf({}), february);
    const { id: other } = await imports.check(tapeOf({ external_id: 'A-2' }), february);
    const begun = await bookImport(imports.desk, other, imports.actor);
    expect(begun).toMatchObject({ ok: true });
    expect(await undo(id)).toMatchObject({ ok: true });
    await imports.desk.runs.settled();
    const held = await owner`
      select borrower.external_id, borrower.withdrawn_at from loans loan
      join borrowers borrower
        on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
      where loan.portfolio_id = ${office.portfolio.id} and loan.withdrawn_at is null`;
    expect(held).toEqual([{ externalId: 'P-1', withdrawnAt: null }]);
  });
});

describe('a borrower who remains without loans', () => {
  const corrected = tapeOf({
    borrower_name: 'Ada Lovelace',
    national_id: 'N2002',
    region: 'Luxor',
    employment_title: '',
  });
  const lovelace = { externalId: 'P-1', name: 'Ada Lovelace', nationalId: 'N2002' };

  it('is as the corrected tape states, except for what users changed', async () => {
    const { id } = await imports.book(tapeOf({}), february);
    const borrowerId = await onlyBorrower();
    expect(await change(borrowerId, { region: 'Giza' })).toMatchObject({ status: 200 });
    expect(await undo(id)).toMatchObject({ ok: true });
    expect(await imports.book(corrected, february)).toMatchObject({ state: 'booked' });
    expect(await borrowers()).toMatchObject([
      { ...lovelace, id: borrowerId, region: 'Giza', employmentTitle: null },
    ]);
    const audited = await owner`
      select before, after from audit_events
      where event = 'update-from-tape' and subject_id = ${borrowerId}`;
    expect(audited).toMatchObject([
      {
        before: { name: 'Ada Byron', employmentTitle: 'Teacher' },
        after: { name: 'Ada Lovelace', employmentTitle: null },
      },
    ]);
  });

  it('is so too if an earlier version left the borrower', async () => {
    const { id } = await imports.book(tapeOf({}), february);
    await owner`
      update borrowers set is_from_tape = false where portfolio_id = ${office.portfolio.id}`;
    await undo(id);
    expect(await imports.book(corrected, february)).toMatchObject({ state: 'booked' });
    expect(await borrowers()).toMatchObject([{ ...lovelace, region: 'Luxor' }]);
  });

  it('is not changed by a tape while a loan is in the books', async () => {
    await imports.book(tapeOf({}), february);
    const { id } = await imports.book(tapeOf({ external_id: 'A-2' }), february);
    await undo(id);
    await imports.book(
      tapeOf({ external_id: 'A-2', borrower_name: 'Ada Lovelace', region: 'Luxor' }),
      february,
    );
    expect(await borrowers()).toMatchObject([{ name: 'Ada Byron', region: 'Cairo' }]);
  });
});
