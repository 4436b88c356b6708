import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { templateTape } from '../../../../testing/template-tape.ts';
import { createTestApp } from '../../../../testing/test-app.ts';
import { readFindingsPage } from '../read-imports.ts';
import { startImport } from './start-import.ts';

const test = await createTestApp();
/** Instalments are due on the first of each month from April 2018; two are paid. */
const tape = templateTape({
  principal_paid: '452.38',
  balance: '9547.62',
  interest_paid: '231.86',
});

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(test.owner, `p${portfolios}`);
  office = openImportOffice(test.database, portfolio);
});

const codesOf = async (importId: string) => {
  const page = await readFindingsPage(office.desk, { importId, limit: 50 }, office.actor);
  return page?.findings.map(({ code, details }) => ({ code, ...details }));
};

describe('a tape’s cut-off day', () => {
  it('shows the arrears of that day and those of today', async () => {
    const { id, summary, cutOffOn } = await office.check(tape, { cutOffOn: '2018-06-11' });
    expect(cutOffOn).toBe('2018-06-11');
    const late = summary?.arrears?.buckets.filter((row) => row.onCutOff.loans + row.today.loans);
    expect(late).toEqual([
      {
        bucket: '1-30',
        onCutOff: { loans: 1, balanceMinor: 954_762 },
        today: { loans: 0, balanceMinor: 0 },
      },
      {
        bucket: '180+',
        onCutOff: { loans: 0, balanceMinor: 0 },
        today: { loans: 1, balanceMinor: 954_762 },
      },
    ]);
    expect(await codesOf(id)).toEqual([
      { code: 'cut_off_long_ago', days: 2926, cutOffOn: '2018-06-11' },
    ]);
  });

  it('defaults to today, with a warning about a loan that is years late', async () => {
    const { id, summary } = await office.check(tape);
    expect(await codesOf(id)).toEqual([
      { code: 'loans_far_behind', loans: 1, cutOffOn: '2026-06-15' },
    ]);
    expect(summary?.arrears?.farBehind).toBe(1);
  });

  it('warns sooner of loans that the tape calls current', async () => {
    const head = 'loan_id,loan_amount,term,interest_rate,installment,issue_month,loan_status';
    const money = 'balance,paid_principal,paid_interest';
    const row = (status: string) =>
      `${head},${money}\nA,10000,36,14.07,342.12,Mar-2018,${status},10000,0,0`;
    const read = async (status: string) => {
      const file = await tapeFileOf(row(status));
      const { summary } = await readWholeTape(file, calendarDate('2018-05-31'));
      return summary.arrears?.farBehind;
    };
    expect(await read('Current')).toBe(1);
    expect(await read('Late (31-120 days)')).toBe(0);
  });

  it('is not in the future', async () => {
    const asked = {
      importId: uuidv7(),
      file: await tapeFileOf(tape),
      cutOffOn: calendarDate('2026-06-16'),
    };
    expect(await startImport(office.desk, asked, office.actor)).toMatchObject({
      refusal: { code: 'cut_off_in_future' },
    });
  });
});

it('loans of a tape are not what this portfolio disbursed this month', async () => {
  const recent = templateTape({ disbursed_on: '2026-06-10', first_due_on: '2026-07-10' });
  expect(await office.book(recent)).toMatchObject({ state: 'booked' });
  const manager = await test.signIn(portfolio.manager.email);
  const { body } = await manager.get('/api/dashboard');
  expect(body.books).toMatchObject([{ disbursedMonthMinor: 0, outstandingMinor: 1_000_000 }]);
});
