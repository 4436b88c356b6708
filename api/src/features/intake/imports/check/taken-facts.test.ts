import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { bookGoodRows, bookImport } from '../book/book-import.ts';
import { readFindingsPage } from '../read-imports.ts';

const { database, owner } = await createTestDatabase();

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

const tapeOf = (rows: readonly string[]) =>
  [
    'external_id,borrower_id,NIN,principal,annual_rate_percent,instalments,disbursed_on,balance',
    ...rows.map((row) => `${row},1000.00,12,12,2026-05-01,1000.00`),
  ].join('\n');

const arrangeBorrower = async (nationalId: string) => {
  const { id } = await arrangeLoan(owner, portfolio);
  await owner`
    update borrowers set national_id = ${nationalId}
    where id = (select borrower_id from loans where id = ${id})`;
};

const findingsOf = async (importId: string) =>
  (await readFindingsPage(office.desk, { importId, limit: 50 }, office.actor))?.findings;

describe('unique borrower fields on a tape', () => {
  it('are read under their usual names and stored as a code', async () => {
    const { state } = await office.book(tapeOf(['T-1,B-1,55-50 01x', 'T-2,B-1,', 'T-3,B-3,']));
    expect(state).toBe('booked');
    const rows = await owner`
      select external_id, national_id from borrowers
      where portfolio_id = ${portfolio.id} order by external_id`;
    expect(rows).toEqual([
      { externalId: 'B-1', nationalId: '555001X' },
      { externalId: 'B-3', nationalId: null },
    ]);
  });

  it('is a finding where another borrower of the file or of the books has it', async () => {
    await arrangeBorrower('290010112345');
    const rows = ['T-1,B-1,55 5001', 'T-2,B-1,555001', 'T-3,B-3,555-001', 'T-4,B-4,2900-10112345'];
    const { id, summary } = await office.check(tapeOf([...rows, 'T-5,B-5,1-2']));
    expect(summary).toMatchObject({ rows: 5, loans: 2, goodLoans: 2, errors: 3 });
    expect(await findingsOf(id)).toMatchObject([
      { code: 'borrower_value_twice_in_file', row: 4, column: 'NIN', details: { firstRow: 2 } },
      { code: 'borrower_value_already_used', row: 5, column: 'NIN', value: '290010112345' },
      { code: 'value_too_short', row: 6, column: 'NIN', value: '1-2', details: { min: 5 } },
    ]);
  });

  it('fail the booking with a sentence if another borrower got the value after the check', async () => {
    const { id } = await office.check(tapeOf(['T-1,B-1,290010112345']));
    await arrangeBorrower('290010112345');
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: {
        code: 'values_taken_meanwhile',
        message:
          'Another borrower was given one of these ID numbers in the meantime, so nothing of this file was booked. The findings list the rows.',
      },
    });
    expect(await findingsOf(id)).toMatchObject([{ code: 'borrower_value_already_used', row: 2 }]);
    expect(office.failures).toEqual([]);
  });

  it('are updated by a newer tape, with a masked value in the audit event', async () => {
    await office.book(tapeOf(['T-1,B-1,29001011']), { cutOffOn: '2026-05-01' });
    await office.book(tapeOf(['T-1,B-1,29001012']), { cutOffOn: '2026-06-01' });
    const [event] = await owner`
      select before, after from audit_events
      where portfolio_id = ${portfolio.id} and event = 'update-from-tape' and subject = 'borrower'`;
    expect(event).toMatchObject({
      before: { nationalId: '••••1011' },
      after: { nationalId: '••••1012' },
    });
  });

  it('does not change hands by a newer tape: each row is a finding, and the books stay', async () => {
    const numbers = async () => {
      const borrowers = await owner<{ nationalId: string | null }[]>`
        select national_id from borrowers
        where portfolio_id = ${portfolio.id} order by external_id`;
      return borrowers.map(({ nationalId }) => nationalId);
    };
    const first = ['T-1,B-1,29001011', 'T-2,B-2,29001012', 'T-3,B-3,29001013'];
    await office.book(tapeOf(first), { cutOffOn: '2026-05-01' });
    const swapped = ['T-1,B-1,29001012', 'T-2,B-2,29001011', 'T-3,B-3,29001014'];
    const { id } = await office.check(tapeOf(swapped), { cutOffOn: '2026-06-01' });
    expect(await findingsOf(id)).toMatchObject([
      { code: 'borrower_value_already_used', row: 2, value: '29001012' },
      { code: 'borrower_value_already_used', row: 3, value: '29001011' },
    ]);
    expect((await bookGoodRows(office.desk, id, office.actor)).ok).toBe(true);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({ state: 'booked' });
    expect(await numbers()).toEqual(['29001011', '29001012', '29001014']);
  });
});
