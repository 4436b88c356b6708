import { missingFields } from '@bursar/contracts/intake/tape-fields';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { startImport } from './start-import.ts';
import { readFindingsPage, readSample } from '../read-imports.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';

const { database, owner } = await createTestDatabase();

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

/** Another servicer's tape: none of its headings is known, one is missing and one occurs twice. */
const foreign = [
  'Konto,Kunde,Summe,Zins,Raten,Auszahlung,Stand,,Stand',
  'K-1,Ada Byron,10000.00,14.07,36,2018-03-01,Current,x,10000.00',
  'K-2,Alan Turing,5000.00,12.00,24,2018-04-01,Current,,5000.00',
].join('\n');
const columns = {
  externalId: 'Konto',
  borrowerName: 'Kunde',
  principal: 'Summe',
  annualRate: '#4',
  instalmentCount: 'Raten',
  disbursedOn: 'Auszahlung',
  status: '#7',
  balance: '#9',
};

/** None of the headings says which period the rates are for. */
const answers = { ratePeriod: 'year' } as const;

const readingOf = async (importId: string) => {
  const sample = await readSample(office.desk, importId, office.actor);
  return sample?.reading;
};

const errorsOf = async (importId: string) => {
  const query = { importId, severity: 'error' as const, limit: 50 };
  const page = await readFindingsPage(office.desk, query, office.actor);
  return page?.findings.map(({ code, column }) => [code, column]);
};

describe('a tape with an unknown header', () => {
  it('shows its columns with their first values and what is missing', async () => {
    const { id, summary } = await office.check(foreign);
    expect(summary).toMatchObject({ loans: 0, errors: 1 });
    expect(await errorsOf(id)).toEqual([['file_not_a_table', null]]);
    const reading = await readingOf(id);
    expect(reading?.columns).toHaveLength(9);
    expect(reading?.columns.slice(0, 2)).toEqual([
      {
        name: 'Konto',
        values: ['K-1', 'K-2'],
        field: null,
        recognisedAs: null,
        suggested: 'externalId',
      },
      {
        name: 'Kunde',
        values: ['Ada Byron', 'Alan Turing'],
        field: null,
        recognisedAs: null,
        suggested: 'borrowerName',
      },
    ]);
    expect(missingFields(reading?.required ?? [], reading?.columns ?? [])).toEqual([
      'externalId',
      'principal',
      'annualRate',
      'instalmentCount',
      'disbursedOn',
    ]);
  });

  it('is booked once a user has chosen the columns', async () => {
    const { id, state, rowsBooked } = await office.book(foreign, { readAs: { columns, answers } });
    expect({ state, rowsBooked }).toEqual({ state: 'booked', rowsBooked: 2 });
    const loans = await owner`
      select loan.external_id, borrower.name, loan.principal_minor, loan.annual_rate_percent
      from loans loan join borrowers borrower
        on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
      where loan.import_id = ${id} order by loan.reference_number`;
    expect(loans).toMatchObject([
      { externalId: 'K-1', name: 'Ada Byron', principalMinor: 1_000_000 },
      { externalId: 'K-2', name: 'Alan Turing', principalMinor: 500_000 },
    ]);
    const [stored] = await owner`select read_as from imports where id = ${id}`;
    expect(stored).toEqual({ readAs: { columns, answers } });
  });

  it('names what is still missing, and a column that is not there', async () => {
    const { id } = await office.check(foreign, {
      readAs: { columns: { externalId: 'Konto', principal: 'Betrag', annualRate: '#40' } },
    });
    expect(await errorsOf(id)).toEqual([
      ['column_not_there', 'Betrag'],
      ['column_not_there', '#40'],
      ['column_missing', 'principal'],
      ['column_missing', 'annual_rate_percent'],
      ['column_missing', 'instalments'],
      ['column_missing', 'disbursed_on'],
    ]);
  });
});

describe('a chosen column', () => {
  const known =
    'external_id,principal,annual_rate_percent,instalments,disbursed_on,balance,region\n' +
    'A-1,10000.00,14.07,36,2018-03-01,10000.00,Kent';

  it('has only the chosen meaning, and is unused if chosen to be nothing', async () => {
    const chosen = { borrowerName: 'region', balance: '' };
    const { id } = await office.check(known, {
      readAs: { columns: chosen, answers: { missingBalances: 'unpaid' } },
    });
    const reading = await readingOf(id);
    expect(reading?.columns.slice(-2)).toMatchObject([
      { name: 'balance', field: null, recognisedAs: 'balance' },
      { name: 'region', field: 'borrowerName', recognisedAs: 'region' },
    ]);
    const sample = await readSample(office.desk, id, office.actor);
    expect(sample?.loans).toMatchObject([{ borrowerName: 'Kent' }]);
  });

  it('has one meaning only', async () => {
    const chosen = { borrowerName: 'region', purpose: '#7' };
    const { id } = await office.check(known, { readAs: { columns: chosen } });
    expect(await errorsOf(id)).toEqual([['column_chosen_twice', 'region']]);
  });

  it('settles which of two columns of one name is meant', async () => {
    const twice = known.replace('region', 'principal').replace('Kent', '9000.00');
    expect(await errorsOf((await office.check(twice)).id)).toEqual([['column_twice', 'principal']]);
    const checked = await office.check(twice, {
      readAs: {
        columns: { principal: '#7', balance: '' },
        answers: { missingBalances: 'unpaid' },
      },
    });
    expect(checked.summary).toMatchObject({ errors: 0, principalMinor: 900_000 });
  });

  it('is refused if chosen for two fields', async () => {
    const readAs = { columns: { principal: 'principal', balance: 'principal' } };
    const tape = { importId: crypto.randomUUID(), file: await tapeFileOf(known), readAs };
    expect(await startImport(office.desk, tape, office.actor)).toMatchObject({
      refusal: {
        code: 'column_told_twice',
        field: 'principalColumn',
        details: { column: 'principal', other: 'balance' },
      },
    });
  });
});

describe('columns that were chosen and booked', () => {
  it('are recalled for the next tape with the same header, only in that portfolio', async () => {
    const { id } = await office.book(foreign, { readAs: { columns, answers } });
    const next = foreign.replaceAll('K-', 'M-');
    const again = await office.check(next);
    expect(again.summary).toMatchObject({ loans: 2, errors: 0 });
    const reading = await readingOf(again.id);
    expect(reading?.recalledFrom).toMatchObject({ importId: id, fileName: 'tape.csv' });
    expect(reading?.columns[3]).toMatchObject({ name: 'Zins', field: 'annualRate' });

    const elsewhere = openImportOffice(database, await arrangePortfolio(owner, `q${portfolios}`));
    expect((await elsewhere.check(next)).summary).toMatchObject({ loans: 0, errors: 1 });
    const other = await office.check(next.replace('Zins', 'Satz'));
    expect(await readingOf(other.id)).toMatchObject({ recalledFrom: null });
  });

  it('are not recalled if a user chooses them again, or never booked them', async () => {
    await office.check(foreign, { readAs: { columns, answers } });
    expect((await office.check(foreign)).summary).toMatchObject({ errors: 1 });
    await office.book(foreign, { readAs: { columns, answers } });
    const chosen = { ...columns, borrowerName: '' };
    const rechecked = await office.check(foreign.replaceAll('K-', 'M-'), {
      readAs: { columns: chosen, answers },
    });
    expect(await readingOf(rechecked.id)).toMatchObject({ recalledFrom: null });
  });
});
