import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { copyBinaryRows } from '../../../platform/copy-binary.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { instalmentColumns } from '../loan-account/board-loans.columns.ts';

const { database, owner } = await createTestDatabase();
const portfolio = await arrangePortfolio(owner);
const loan = await arrangeLoan(owner, portfolio);

const instalment = {
  dueOn: '2031-01-01',
  principalMinor: 100,
  interestMinor: 0,
  penaltyMinor: 0,
  principalPaidMinor: 0,
  interestPaidMinor: 0,
  penaltyPaidMinor: 0,
};
const row = (loanId: string, number: number, portfolioId = portfolio.id) => {
  return { portfolioId, loanId, number, instalment };
};

describe('the instalments of a schedule', () => {
  it('need an existing loan, singly and in bulk', async () => {
    const absent = uuidv7();
    const copy = (rows: ReturnType<typeof row>[]) =>
      copyBinaryRows(database, instalmentColumns, rows);
    const known = row(loan.id, 500);
    await expect(copy([row(absent, 1)])).rejects.toMatchObject({ code: '23503' });
    await expect(copy([known, row(absent, 1)])).rejects.toMatchObject({ code: '23503' });
    const elsewhere = await arrangePortfolio(owner, 'elsewhere');
    await expect(copy([row(loan.id, 501, elsewhere.id)])).rejects.toMatchObject({ code: '23503' });
    await expect(
      owner`
        insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
        values (${portfolio.id}, ${absent}, 1, '2031-01-01', 1, 0)`,
    ).rejects.toThrow(`an instalment belongs to loan ${absent}, which is not there`);
    await copy([known]);
  });

  it('stay with their loan, which cannot be deleted', async () => {
    const refused = { code: '42501' };
    const other = await arrangeLoan(owner, portfolio);
    await expect(
      owner`update instalments set loan_id = ${other.id} where loan_id = ${loan.id}`,
    ).rejects.toMatchObject(refused);
    await expect(
      owner`update loans set id = ${uuidv7()} where id = ${loan.id}`,
    ).rejects.toMatchObject(refused);
    await expect(owner`delete from loans where id = ${loan.id}`).rejects.toMatchObject(refused);
    await expect(owner`truncate loans cascade`).rejects.toMatchObject(refused);
  });
});
