import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { templateColumns, templateTape } from '../../../../testing/template-tape.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { bookGoodRows, bookImport } from './book-import.ts';
import { readBadRowsCsv, readSample } from '../read-imports.ts';

const { database, owner } = await createTestDatabase();
const tape = templateTape(
  { external_id: 'A-1' },
  { external_id: 'A-2', principal: '-5', borrower_name: '=1+1' },
  { external_id: 'A-3' },
  { external_id: 'A-1', borrower_name: 'Twice' },
);

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

const bookedIds = async () => {
  const loans = await owner<{ externalId: string }[]>`
    select external_id from loans where portfolio_id = ${portfolio.id} order by reference_number`;
  return loans.map(({ externalId }) => externalId);
};

describe('a tape some of whose rows have errors', () => {
  it('is booked without them, and returns them with their errors', async () => {
    const { id, summary } = await office.check(tape);
    expect(summary).toMatchObject({ rows: 4, loans: 2, goodLoans: 2, principalMinor: 2_000_000 });
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_has_errors' },
    });
    expect(await bookGoodRows(office.desk, id, office.actor)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({ state: 'booked', rowsBooked: 2 });
    expect(await bookedIds()).toEqual(['A-1', 'A-3']);
    const csv = (await readBadRowsCsv(office.desk, id, office.actor))?.trimEnd().split('\r\n');
    expect(csv?.[0]).toBe(`${templateColumns.join(',')},# findings`);
    expect(csv?.slice(1)).toEqual([
      expect.stringMatching(
        /^A-2,'=1\+1,-5,.*Row 3, column borrower_name: .*Row 3, column principal/,
      ),
      expect.stringMatching(/^A-1,Twice,.*"Row 5, column external_id: ""A-1"" is also in row 2\./),
    ]);
    expect(office.failures).toEqual([]);
  });

  it('is recognised by its refused rows, which need no answer again', async () => {
    const days = { disbursed_on: '03/04/2018', first_due_on: '03/05/2018' };
    const asked = templateTape(
      { external_id: 'A-1', ...days },
      { external_id: 'A-2', ...days, principal: '-5' },
    );
    const readAs = { answers: { dateOrder: 'day-first' } } as const;
    const { id } = await office.check(asked, { readAs });
    await bookGoodRows(office.desk, id, office.actor);
    await office.desk.runs.settled();
    const csv = (await readBadRowsCsv(office.desk, id, office.actor)) ?? '';
    const again = await office.check(csv);
    const refused = (await readBadRowsCsv(office.desk, again.id, office.actor)) ?? '';
    expect(refused.split('\r\n')[0]).toBe(csv.split('\r\n')[0]);
    const corrected = await office.check(csv.replace(',-5,', ',10000.00,'));
    expect(corrected.summary).toMatchObject({ errors: 0, loans: 1 });
    const sample = await readSample(office.desk, corrected.id, office.actor);
    expect(sample).toMatchObject({
      reading: { recalledFrom: { importId: id } },
      loans: [{ externalId: 'A-2', disbursedOn: '2018-04-03' }],
    });
  });

  it('has none to book where it could not be read to its end', async () => {
    const cut = await office.check(`${tape}\nA-9,"Ada,100`);
    expect(cut.summary).toMatchObject({ goodLoans: 0 });
    const refused = { refusal: { code: 'import_has_no_good_rows' } };
    expect(await bookGoodRows(office.desk, cut.id, office.actor)).toMatchObject(refused);
  });
});
