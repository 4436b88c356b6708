import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { openImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { openOffice } from '../../../../testing/open-office.ts';
import { meetAt } from '../../../../testing/while-held.ts';

const { test, portfolio, signIn } = await openOffice();
const manager = await signIn('manager');
const imports = openImportOffice(test.database, portfolio);
const tapeOf = tapesWith({ borrower_id: 'P-1', employment_title: 'Teacher' });

it('a newer tape and a change of a borrower’s name wait for each other', async () => {
  await imports.book(tapeOf({}), { cutOffOn: '2026-02-10' });
  const [borrower] = await test.owner<{ id: string }[]>`
    select id from borrowers where portfolio_id = ${portfolio.id}`;
  const { body } = await manager.get(`/api/borrowers/${borrower?.id}`);
  const newer = tapeOf({
    employment_title: 'Engineer',
    principal_paid: '224.93',
    interest_paid: '117.25',
  });
  const book = async () => {
    const { state, failure } = await imports.book(newer, { cutOffOn: '2026-05-10' });
    return { state, failure };
  };
  const rename = async () => {
    const command = { name: uuidv7(), contacts: [], version: body.version };
    const { status, body: answer } = await manager.put(`/api/borrowers/${borrower?.id}`, command);
    return { status, error: answer.error };
  };
  // Booking records its payments in the audit trail before it changes the borrower.
  const answers = await meetAt<object>(
    test.owner,
    (transaction) => transaction`lock table audit_events in share row exclusive mode`,
    [book, rename],
  );
  expect(answers).toEqual([
    { state: 'booked', failure: null },
    { status: 409, error: 'changed_since' },
  ]);
  expect(imports.failures).toEqual([]);
});
