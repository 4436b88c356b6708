import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { templateTape, type TemplateCells } from '../../../../testing/template-tape.ts';
import { asLoanToBoard } from '../book/board-tape-loan.ts';

const amount = fc.constantFrom('0', '0.01', '1', '10000', '99999999999.99', '100000000000', '1e11');
const days = ['1950-01-01', '1999-12-31', '2018-03-01', '2024-02-29', '2026-06-15', '2199-12-31'];
const noDays = ['0000-01-01', '9999-01-01', '9999-12-31', '+10000-01-01', '43160', ''];
const day = fc.constantFrom(...days, ...noDays);
/**
 * A row whose cells are valid, at a limit or just beyond it; together they rarely make a valid
 * loan.
 */
const row: fc.Arbitrary<TemplateCells> = fc.record({
  external_id: fc.constantFrom('A-1', '0', '-', '\u0000', '💶', 'NA'),
  principal: amount,
  annual_rate_percent: fc.constantFrom('0', '0.000001', '14.07', '99.999999', '100', '101', '-1'),
  instalments: fc.constantFrom('1', '2', '36', '599', '600', '601', '1e9', '0'),
  instalment: fc.oneof(fc.constant(''), amount),
  disbursed_on: day,
  first_due_on: day,
  status: fc.constantFrom('', 'active', 'closed', 'written_off'),
  balance: fc.oneof(fc.constant(''), amount),
  principal_paid: fc.oneof(fc.constant(''), amount),
  interest_paid: fc.oneof(fc.constant(''), amount),
});

it('a row of any amounts, days, rates and terms is a loan that can be booked, or has findings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const { loans, findings } = await readWholeTape(await tapeFileOf(templateTape(...rows)));
      expect(loans.length + findings.length).toBeGreaterThan(0);
      for (const loan of loans) {
        const instalments = asLoanToBoard(loan, 'USD').instalments();
        const principal = instalments.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
        expect(principal).toBe(loan.principalMinor);
        expect(instalments.every(({ dueOn }) => dueOn < '2200')).toBe(true);
        expect(instalments.every(({ interestMinor }) => interestMinor >= 0)).toBe(true);
      }
    }),
    { numRuns: 250, seed: 20_180_301 },
  );
});

it('a row with days beyond all calendars is a finding of that row only', async () => {
  const { loans, sentences } = await readWholeTape(
    await tapeFileOf(
      templateTape(
        { external_id: 'A-1' },
        { external_id: 'A-2', first_due_on: '9999-01-01', instalments: '600' },
        { external_id: 'A-3' },
      ),
    ),
  );
  expect(loans.map(({ externalId }) => externalId)).toEqual(['A-1', 'A-3']);
  expect(sentences).toEqual([
    'Row 3, column first_due_on: the last instalment would fall due in 9999; expected 2199-12-31 or earlier. Check the first due day, the number of instalments and the frequency.',
  ]);
});
