import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../../testing/arrange.ts';
import { generateTape } from '../../../../seed/generate-tape.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { templateTape } from '../../../../testing/template-tape.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { bookImport } from './book-import.ts';

const { database, owner } = await createTestDatabase();
const tape = generateTape({ rows: 700 });

let office: ImportOffice;
let portfolioId: string;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  const portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  portfolioId = portfolio.id;
  office = openImportOffice(database, portfolio);
});
afterEach(() => {
  for (const failure of office.failures) throw failure;
});

async function figure(query: string): Promise<number> {
  const [row] = await owner.unsafe<{ figure: string | number | null }[]>(
    query.replaceAll('$portfolio', `'${portfolioId}'`),
  );
  return Number(row?.figure ?? 0);
}

const count = (table: string) =>
  figure(`select count(*) as figure from ${table} where portfolio_id = $portfolio`);

const accountBalance = (account: string) =>
  figure(`
    select sum(debit_minor - credit_minor) as figure from ledger_lines
    where portfolio_id = $portfolio and account = '${account}'`);

describe('a booked tape', () => {
  it('leaves statistics for the new size of the tables', async () => {
    const { id } = await office.check(tape);
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    for (const table of ['loans', 'loan_list_rows', 'instalments']) {
      const planned = await figure(
        `select reltuples as figure from pg_class where oid = '${table}'::regclass`,
      );
      expect(planned, table).toBe(await count(table));
    }
  });

  it('is in the books whole, with the sums of its dry run', async () => {
    const { id } = await office.check(tape);
    expect(await count('loans')).toBe(0);
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    const { summary, ...booked } = await office.read(id);
    expect(booked).toMatchObject({
      state: 'booked',
      rowsRead: 700,
      rowsBooked: 700,
      failure: null,
    });
    expect(await count('loans')).toBe(700);
    expect(await count('borrowers')).toBe(700);
    expect(await count('instalments')).toBe(summary?.instalments);
    expect(await count('import_rows')).toBe(0);
    const sums = await owner`
      select sum(outstanding_principal_minor)::float8 as balance_minor,
        sum(principal_paid_minor)::float8 as principal_paid_minor,
        sum(interest_paid_minor)::float8 as interest_paid_minor,
        sum(penalties_paid_minor)::float8 as late_fees_paid_minor,
        sum(written_off_principal_minor)::float8 as written_off_principal_minor,
        count(*) filter (where status = 'written_off')::int as written_off_loans,
        count(*) filter (where status = 'closed')::int as closed_loans
      from loan_state where portfolio_id = ${portfolioId}`;
    const { balanceMinor, principalPaidMinor, interestPaidMinor, lateFeesPaidMinor } =
      summary ?? {};
    const { writtenOffPrincipalMinor, writtenOffLoans, closedLoans } = summary ?? {};
    expect(sums[0]).toEqual({
      balanceMinor,
      principalPaidMinor,
      interestPaidMinor,
      lateFeesPaidMinor,
      writtenOffPrincipalMinor,
      writtenOffLoans,
      closedLoans,
    });
    expect(writtenOffLoans).toBe(2);
  });

  it('has balanced opening entries and no income', async () => {
    const { summary } = await office.book(tape);
    const owed = summary?.balanceMinor ?? 0;
    const lost = summary?.writtenOffPrincipalMinor ?? 0;
    expect(lost).toBeGreaterThan(0);
    expect(await accountBalance('loans-receivable')).toBe(owed);
    expect(await accountBalance('write-off-expense')).toBe(lost);
    expect(await accountBalance('opening-balances')).toBe(-(owed + lost));
    expect(await accountBalance('interest-income')).toBe(0);
    expect(await count('income_days')).toBe(0);
    expect(await count('payments')).toBe(0);
  });

  it('has each loan’s instalments agree with its state', async () => {
    await office.book(tape);
    const disagreeing = await owner`
      select state.loan_id
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      join lateral (
        select sum(principal_minor) as principal, sum(principal_paid_minor) as principal_paid,
          sum(interest_paid_minor) as interest_paid, sum(penalties_paid_minor) as penalties_paid,
          bool_and(principal_minor + interest_minor = principal_paid_minor + interest_paid_minor) as is_settled,
          min(due_on) filter (
            where principal_minor + interest_minor > principal_paid_minor + interest_paid_minor
          ) as oldest_unpaid
        from instalments where portfolio_id = state.portfolio_id and loan_id = state.loan_id
      ) schedule on true
      where state.portfolio_id = ${portfolioId} and (
        schedule.principal <> loan.principal_minor
        or schedule.principal_paid <> state.principal_paid_minor
        or schedule.interest_paid <> state.interest_paid_minor
        or schedule.penalties_paid <> state.penalties_paid_minor
        or loan.principal_minor <> schedule.principal_paid
          + state.outstanding_principal_minor + state.written_off_principal_minor
        or schedule.is_settled <> (state.status = 'closed')
        or case when state.status = 'active' then schedule.oldest_unpaid end
          is distinct from state.oldest_unpaid_due_on
      )`;
    expect(disagreeing).toEqual([]);
  });

  it('numbers its loans in the order of the file and names what it was', async () => {
    const { id } = await office.book(tape);
    const loans = await owner`
      select reference_number, external_id, import_id from loans
      where portfolio_id = ${portfolioId} order by reference_number limit 2`;
    expect(loans).toEqual([
      { referenceNumber: 1, externalId: '1', importId: id },
      { referenceNumber: 2, externalId: '3', importId: id },
    ]);
  });

  it('leaves an audit row a loan and one for the whole', async () => {
    await office.book(tape);
    const events = await owner`
      select event, subject, count(*)::int from audit_events
      where portfolio_id = ${portfolioId} group by event, subject order by event`;
    expect(events).toEqual([
      { event: 'board-loan', subject: 'loan', count: 700 },
      { event: 'book-import', subject: 'import', count: 1 },
    ]);
  });

  it('makes one borrower of rows that name the same one', async () => {
    const header =
      'external_id,borrower_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance';
    await office.book(
      `${header}\nA,ada,Ada,100,5,12,2026-01-01,100\nB,ada,Ada,200,5,12,2026-01-01,200`,
    );
    await office.book(
      `${header}\nC,ada,Ada,300,5,12,2026-01-01,300\nD,ben,Ben,400,5,12,2026-01-01,400`,
    );
    expect(await count('loans')).toBe(4);
    expect(await count('borrowers')).toBe(2);
  });

  it('puts the numbers that a tape names into the one list, of borrowers known before as well', async () => {
    const withReach = (externalId: string, phone: string, email: string) => {
      const [head = '', line = ''] = templateTape({ external_id: externalId }).split('\n');
      return `borrower_id,phone,email,${head}\nB-1,${phone},${email},${line}`;
    };
    const reach = async () => {
      const rows = await owner`
        select value, is_preferred, retired_at is not null as is_retired from borrower_contacts
        where portfolio_id = ${portfolioId} order by kind desc, added_at, value`;
      return rows.map((row) => Object.values(row));
    };
    await office.book(withReach('A-1', '+12025550123', 'ada@mail.example'));
    const first = [
      ['+12025550123', true, false],
      ['ada@mail.example', true, false],
    ];
    expect(await reach()).toEqual(first);
    await office.book(withReach('A-2', '+14155552671', 'ada@mail.example'));
    const second = [first[0], ['+14155552671', false, false], first[1]];
    expect(await reach()).toEqual(second);
    await owner`
      update borrower_contacts set retired_at = now(), retired_reason = 'wrong', retired_by = (
        select id from accounts where portfolio_id = ${portfolioId} limit 1)
      where portfolio_id = ${portfolioId} and value = '+14155552671'`;
    await office.book(withReach('A-3', '+14155552671', ''));
    expect(await reach()).toEqual([first[0], ['+14155552671', false, true], first[1]]);
    expect(await count('borrowers')).toBe(1);
  });

  it('may hold text of every kind', async () => {
    const [name, region] = ['Zoë "x" \\N \\ end', 'Bay\t"x" \\N'];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const [heads = '', line = ''] = templateTape({ borrower_name: quoted(name) }).split('\n');
    await office.book(`${heads},region\n${line},${quoted(region)}`);
    const [borrower] = await owner`
      select name, region from borrowers where portfolio_id = ${portfolioId}`;
    expect(borrower).toEqual({ name, region });
  });
});

describe('booking', () => {
  it('twice at once books once and answers both requests', async () => {
    const { id } = await office.check(tape);
    const both = await Promise.all([
      bookImport(office.desk, id, office.actor),
      bookImport(office.desk, id, office.actor),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    await office.desk.runs.settled();
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({
      ok: true,
      value: { state: 'booked' },
    });
    expect(await count('loans')).toBe(700);
  });

  it('is refused while the tape has errors', async () => {
    const { id, summary } = await office.check(templateTape({}, { principal: '-1' }));
    expect(summary).toMatchObject({ loans: 1, errors: 2 });
    expect(await bookImport(office.desk, id, office.actor)).toEqual({
      ok: false,
      refusal: { code: 'import_has_errors', details: { errors: 2 } },
    });
    expect(await count('loans')).toBe(0);
  });

  it('of the same file again finds every loan unchanged and changes nothing', async () => {
    await office.book(generateTape({ rows: 20 }));
    const again = await office.book(generateTape({ rows: 20 }));
    expect(again).toMatchObject({
      state: 'booked',
      rowsBooked: 0,
      summary: { errors: 0, comparison: { same: 20, changed: 0, new: 0, missing: 0 } },
    });
    expect(await count('loans')).toBe(20);
  });

  it('dates the opening entries by the day of the balances', async () => {
    await office.book(tape, { cutOffOn: '2026-05-31' });
    expect(
      await figure(`
        select count(*) as figure from ledger_transactions
        where portfolio_id = $portfolio and value_date <> '2026-05-31'`),
    ).toBe(0);
  });

  it('of one tape in two simultaneous imports books one and fails the other completely', async () => {
    const one = await office.check(tape);
    const other = await office.check(tape);
    await Promise.all([one, other].map(({ id }) => bookImport(office.desk, id, office.actor)));
    await office.desk.runs.settled();
    const ends = await Promise.all([office.read(one.id), office.read(other.id)]);
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['booked', 'failed']);
    const failed = ends.find(({ state }) => state === 'failed');
    expect(failed?.failure?.code).toBe('external_ids_booked_meanwhile');
    expect(await count('loans')).toBe(700);
    expect(
      await figure(`
        select count(*) as figure from import_findings
        where portfolio_id = $portfolio and code = 'external_id_already_booked'`),
    ).toBe(700);
  });

  it('of an id that is twice in the file is refused with both rows', async () => {
    const { id, summary } = await office.check(templateTape({}, {}, { external_id: 'A-2' }));
    expect(summary).toMatchObject({ errors: 1 });
    const findings = await owner`
      select row_number, value, code, details from import_findings
      where portfolio_id = ${portfolioId} and import_id = ${id} and severity = 'error'`;
    expect(findings).toEqual([
      { rowNumber: 3, value: 'A-1', code: 'external_id_twice_in_file', details: { firstRow: 2 } },
    ]);
  });

  it('stages what the file says, row by row', async () => {
    const { loans } = await readWholeTape(await tapeFileOf(generateTape({ rows: 12 })));
    await office.check(generateTape({ rows: 12 }));
    const staged = await owner`
      select loan from import_rows where portfolio_id = ${portfolioId} order by row_number`;
    expect(staged.map(({ loan }) => loan)).toEqual(loans);
  });
});
