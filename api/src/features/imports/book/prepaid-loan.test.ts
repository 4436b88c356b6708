import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { openImportOffice } from '../../../testing/import-office.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { verifyBooks } from '../../books/verify-books.ts';
import { lockLoan } from '../../payments/payments.store.ts';
import { planPosting } from '../../payments/plan-posting.ts';
import { writePayments } from '../../payments/post-payment.ts';
import { undoImport } from './undo-import.ts';

const { database, owner } = await createTestDatabase();
const portfolio = await arrangePortfolio(owner);
const office = openImportOffice(database, portfolio);

const columns =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,' +
  'first_due_on,status,principal_paid,interest_paid';
const tapeOf = (principalMinor: number, interestMinor: number) =>
  `${columns}\nA-1,Ada Byron,10000.00,14.07,36,2026-01-01,2026-02-01,active,` +
  `${(principalMinor / 100).toFixed(2)},${(interestMinor / 100).toFixed(2)}`;

/** Prepays principal as the command does: the loan gets another schedule. */
async function prepay(valueDate: string): Promise<void> {
  const [loan] = await owner<{ id: string }[]>`select id from loans`;
  const loanId = loan?.id ?? '';
  const { id: portfolioId, manager } = portfolio;
  const scope = { role: 'user', accountId: manager.id, portfolioId } as const;
  const told = { loanId, id: uuidv7(), amountMinor: 2_000_00, currency: 'USD', valueDate } as const;
  const how = { method: 'cash', note: '', interestUntil: 'date' } as const;
  const command = { ...told, ...how, beyondDue: 'lower-instalment' } as const;
  await database.begin(async (transaction) => {
    const held = await lockLoan(transaction, { scope, loanId });
    if (!held) throw new Error('the loan is not there');
    const planned = await planPosting(transaction, held, command);
    if (!planned.ok) throw new Error(planned.refusal.code);
    await writePayments(transaction, [{ loan: held, command, replay: planned.value }], {
      portfolioId,
      accountId: manager.id,
      businessDate: '2026-06-15',
      requestId: null,
      now: new Date('2026-06-15T12:00:00Z'),
    });
  });
}

const paid = async () => {
  const [state] = await owner<{ principal: number; interest: number }[]>`
    select principal_paid_minor as principal, interest_paid_minor as interest from loan_state`;
  if (!state) throw new Error('the loan has no state');
  return { ...state };
};
const interestAsked = () => owner`select number, interest_minor from instalments order by number`;
const differences = async () =>
  (await verifyBooks(owner)).filter(({ count }) => count > 0).map(({ id }) => id);

it('pays on the schedule that a prepayment here has made, and can be undone', async () => {
  await office.book(tapeOf(0, 0), { cutOffOn: '2026-02-10' });
  await prepay('2026-03-10');
  const [before, asked] = [await paid(), await interestAsked()];
  const newer = tapeOf(before.principal + 300_00, before.interest + 10_00);
  const { id } = await office.book(newer, { cutOffOn: '2026-05-10' });
  const payments = await owner`select amount_minor from payments order by number`;
  expect(payments.map((row) => row['amountMinor'])).toEqual([2_000_00, 310_00]);
  // The tape split it otherwise and knows no such schedule: nothing is charged anew for it.
  expect(await interestAsked()).toEqual(asked);
  expect(await differences()).toEqual([]);
  expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
  expect(await paid()).toEqual(before);
  expect(await differences()).toEqual([]);
});
