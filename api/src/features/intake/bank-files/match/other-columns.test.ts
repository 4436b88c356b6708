import { describe, expect, it } from 'vitest';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';

const { test, manager, arrangeHeld, bankId, upload, linesOf } = await openBankOffice();

/** Uploads one line with a column that has no known heading. */
async function lineWith(heading: string, content: string, { amount = DUE, text = 'June' } = {}) {
  const head = `Date,Amount,Name,Reference,Transaction ID,${heading}`;
  const row = `2026-06-10,${amount},Payer${bankId()},${text},${bankId()},${content}`;
  const { status, body } = await upload(`${head}\n${row}\n`);
  if (status !== 200 || !body.bankFile) throw new Error(JSON.stringify(body));
  const [line] = await linesOf(body.bankFile.id);
  return { file: body.bankFile.id, line };
}

const candidatesOf = async ({ file, line }: { file: string; line: { id: string } }) =>
  (await manager.get(`/api/bank-files/${file}/lines/${line.id}/candidates`)).body.candidates;

const nameAtLender = (loanId: string, externalId: string) =>
  test.owner`update loans set external_id = ${externalId} where id = ${loanId}`;

describe('a loan number', () => {
  it('is found in a column that nobody mapped, which is named', async () => {
    const loan = await arrangeHeld();
    const { line } = await lineWith('Field 7', `ref ${referenceOf(loan)}`);
    expect(line).toMatchObject({
      state: 'matched',
      reason: 'reference',
      loan: { id: loan.id },
      evidence: ['reference', 'amount-due'],
      foundIn: 'Field 7',
    });
  });

  it('is found in the purpose first', async () => {
    const loan = await arrangeHeld();
    const reference = referenceOf(loan);
    const { line } = await lineWith('Field 7', reference, { text: `Loan ${reference}` });
    expect(line).toMatchObject({ state: 'matched', loan: { id: loan.id }, foundIn: null });
  });

  it('of the lender is found with its letters, if the amount is due', async () => {
    const loan = await arrangeHeld();
    await nameAtLender(loan.id, 'KRD-88-7001');
    const { line } = await lineWith('Field 7', 'KRD 88 7001');
    expect(line).toMatchObject({ state: 'matched', reason: 'loan-number', foundIn: 'Field 7' });
  });

  it('of digits alone is a suggestion with its column, never a match', async () => {
    const loan = await arrangeHeld();
    await nameAtLender(loan.id, '90071554');
    const uploaded = await lineWith('Field 7', '90071554');
    expect(uploaded.line).toMatchObject({ state: 'needs-look', loan: null, foundIn: null });
    expect(await candidatesOf(uploaded)).toContainEqual(
      expect.objectContaining({
        id: loan.id,
        evidence: ['short-number', 'amount-due'],
        foundIn: 'Field 7',
      }),
    );
  });

  it('in another column than that of another loan leaves the line to a person', async () => {
    const [one, other] = [await arrangeHeld(), await arrangeHeld()];
    const { line } = await lineWith('Field 7', referenceOf(one), { text: referenceOf(other) });
    expect(line).toMatchObject({ state: 'needs-look' });
  });

  it.each([
    ['an amount', '1234.50'],
    ['a day', '2026-06-10'],
  ])('is not looked for in %s', async (_name, content) => {
    const loan = await arrangeHeld();
    await nameAtLender(loan.id, content.replaceAll(/\D/g, ''));
    const uploaded = await lineWith('Field 7', content, { amount: '3.00' });
    const [stored] = await test.owner`
      select other_texts from bank_file_lines where id = ${uploaded.line.id}`;
    expect(JSON.stringify(stored)).not.toContain('Field 7');
  });
});
