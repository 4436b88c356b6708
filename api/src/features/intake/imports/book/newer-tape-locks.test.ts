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

it('a newer tape locks only the loans that it changes and others of their borrowers', async () => {
  const row = (external_id: string) => ({ external_id, borrower_id: external_id });
  const sameBorrower = { external_id: 'B-3', borrower_id: 'B-1' };
  await imports.book(tapeOf(row('B-1'), row('B-2'), sameBorrower), { cutOffOn: '2026-02-10' });
  const change = { employment_title: 'Engineer' };
  const changed = [{ ...row('B-1'), ...change }, row('B-2'), { ...sameBorrower, ...change }];
  const newer = tapeOf(...changed);
  const book = async () => (await imports.book(newer, { cutOffOn: '2026-02-10' })).state;
  const listFree = async () => {
    const loans = await test.owner<{ externalId: string }[]>`
      select loan.external_id from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where loan.portfolio_id = ${portfolio.id} and loan.external_id like 'B-%'
      for update of state skip locked`;
    const borrowers = await test.owner<{ externalId: string }[]>`
      select external_id from borrowers
      where portfolio_id = ${portfolio.id} and external_id like 'B-%'
      for no key update skip locked`;
    return [...loans, ...borrowers].map(({ externalId }) => externalId);
  };
  const answers = await meetAt<unknown>(
    test.owner,
    (transaction) => transaction`lock table audit_events in share row exclusive mode`,
    [book, listFree],
  );
  expect(answers).toEqual(['booked', ['B-2', 'B-2']]);
  expect(imports.failures).toEqual([]);
});
