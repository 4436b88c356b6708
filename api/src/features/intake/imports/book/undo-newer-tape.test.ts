import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { openOffice, type Office } from '../../../../testing/open-office.ts';
import { createTestApp } from '../../../../testing/test-app.ts';
import { reconcile } from '../../../control/reconciliation/reconcile.ts';
import { readObstacles } from '../read-imports.ts';
import { undoImport } from './undo-import.ts';

const test = await createTestApp();
const { owner } = test;

const tapeOf = tapesWith({
  borrower_id: 'P-1',
  borrower_kind: 'person',
  national_id: '',
  registration_number: '',
  grade: 'C',
});

let office: Office;
let imports: ImportOffice;
let offices = 0;
const february = { cutOffOn: '2026-02-10' };
const may = { cutOffOn: '2026-05-10' };

beforeEach(async () => {
  offices += 1;
  office = await openOffice({ test, tag: `p${offices}` });
  imports = openImportOffice(test.database, office.portfolio);
});

const undo = (importId: string) => undoImport(imports.desk, importId, imports.actor);
const differences = async () =>
  (await reconcile(owner)).filter(({ count }) => count > 0).map(({ id }) => id);

describe('undoing a newer tape', () => {
  it('moves no money of a loan that was withdrawn since', async () => {
    const { id: first } = await imports.book(tapeOf({}), february);
    const paid = { principal_paid: '224.87', interest_paid: '117.25' };
    const { id: newer } = await imports.book(tapeOf({ ...paid, grade: 'D' }), may);
    const [payment] = await owner<{ id: string; loanId: string }[]>`
      select id, loan_id from payments where portfolio_id = ${office.portfolio.id}`;
    await arrangeApprovalRule(owner, office.portfolio, {
      kind: 'reverse-payment',
      required: false,
    });
    const manager = await office.signIn('manager');
    const path = `/api/loans/${payment?.loanId}/payments/${payment?.id}/reversal`;
    const reversal = { id: uuidv7(), reason: 'Bounced' };
    expect(await manager.post(path, reversal)).toMatchObject({ status: 200 });
    expect(await undo(first)).toMatchObject({ ok: true });
    expect(await undo(newer)).toMatchObject({ ok: true, value: { state: 'undone' } });
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['national id', { borrower_kind: 'person' }, 'national_id'],
    ['register number', { borrower_kind: 'company' }, 'registration_number'],
  ])('waits while another borrower has the former %s', async (_, kind, column) => {
    const numbered = (number: string, row: Parameters<typeof tapeOf>[number] = {}) =>
      tapeOf({ ...kind, ...row, [column]: number });
    await imports.book(numbered('N1001'), february);
    const { id } = await imports.book(numbered('N2002'), may);
    const ben = { external_id: 'B-1', borrower_id: 'P-2', borrower_name: 'Ben' };
    const taking = await imports.book(numbered('N1001', ben), may);
    expect(taking).toMatchObject({ state: 'booked' });
    expect(await undo(id)).toMatchObject({
      refusal: { code: 'import_loans_already_worked', details: { count: 1 } },
    });
    expect(await readObstacles(imports.desk, id, imports.actor)).toMatchObject({
      loans: [{ reference: 'L-000001', obstacles: ['number-taken-since-update'] }],
    });
    await owner`
      update borrowers set national_id = null, registration_number = 'N3003'
      where portfolio_id = ${office.portfolio.id} and external_id = 'P-2'`;
    expect(await undo(id)).toMatchObject({ ok: true });
    const numbers = await owner`
      select coalesce(registration_number, national_id) as number from borrowers
      where portfolio_id = ${office.portfolio.id} order by external_id`;
    expect(numbers.map(({ number }) => number)).toEqual(['N1001', 'N3003']);
  });

  it('leaves a number that a user changed since, also if another borrower has the former one', async () => {
    await imports.book(tapeOf({ national_id: 'N1001' }), february);
    const { id } = await imports.book(tapeOf({ national_id: 'N2002' }), may);
    await owner`
      update borrowers set national_id = 'N3003' where portfolio_id = ${office.portfolio.id}`;
    const ben = { external_id: 'B-1', borrower_id: 'P-2', borrower_name: 'Ben' };
    await imports.book(tapeOf({ ...ben, national_id: 'N1001' }), may);
    expect(await undo(id)).toMatchObject({ ok: true });
  });
});
