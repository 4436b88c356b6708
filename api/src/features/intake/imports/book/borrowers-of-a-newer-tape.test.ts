import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { bookGoodRows } from './book-import.ts';

const { database, owner } = await createTestDatabase();

const tapeOf = tapesWith({
  borrower_id: 'P-1',
  phone: '',
  email: '',
  national_id: '',
  grade: 'C',
});

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
const february = { cutOffOn: '2026-02-10' };
const may = { cutOffOn: '2026-05-10' };

beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

describe('a newer tape with a borrower of known loans', () => {
  it('books a new loan of the borrower with a new phone number and e-mail address', async () => {
    await office.book(tapeOf({}), february);
    const reach = { phone: '+1 202 555 0100', email: 'ada@example.com' };
    const newer = tapeOf({ ...reach, external_id: 'B-1' }, { ...reach, grade: 'D' });
    const booked = await office.book(newer, may);
    expect(booked).toMatchObject({ state: 'booked', failure: null, rowsBooked: 1 });
    const contacts = await owner`
      select value, is_preferred from borrower_contacts where portfolio_id = ${portfolio.id}
      order by value`;
    expect(contacts).toEqual([
      { value: '+1 202 555 0100', isPreferred: true },
      { value: 'ada@example.com', isPreferred: true },
    ]);
    expect((await office.check(newer, may)).summary?.comparison).toMatchObject({ same: 2 });
  });

  it('books the good rows of a borrower whose first row is refused', async () => {
    await office.book(tapeOf({}, { external_id: 'A-2' }), february);
    const newer = tapeOf(
      { annual_rate_percent: '15.00', borrower_name: 'A. Byron', phone: '+1 202 555 0100' },
      { external_id: 'A-2', borrower_name: 'Ada Lovelace', phone: '+1 202 555 0199' },
    );
    const { id, summary } = await office.check(newer, may);
    expect(summary).toMatchObject({ errors: 1, comparison: { changed: 1 } });
    expect(await bookGoodRows(office.desk, id, office.actor)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({ state: 'booked', failure: null });
    const borrowers = await owner`
      select borrower.name, contact.value as phone
      from borrowers borrower
      join borrower_contacts contact on contact.portfolio_id = borrower.portfolio_id
        and contact.borrower_id = borrower.id
      where borrower.portfolio_id = ${portfolio.id}`;
    expect(borrowers).toEqual([{ name: 'Ada Lovelace', phone: '+1 202 555 0199' }]);
  });
});
