import type { OverpaymentChoice } from '@bursar/contracts/choices';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { reconcile } from '../../../control/reconciliation/reconcile.ts';
import { insertRefund } from '../../../servicing/loan-account/credit-refunds.store.ts';
import { lockLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import { planPosting } from '../../../servicing/payments/plan-posting.ts';
import { writePayments } from '../../../servicing/payments/post-payment.ts';
import { bookGoodRows } from './book-import.ts';
import { undoImport } from './undo-import.ts';

const { database, owner } = await createTestDatabase();
let portfolio: TestPortfolio;
let office: ImportOffice;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

const columns =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,' +
  'first_due_on,status,principal_paid,interest_paid';
const tapeOf = (principalMinor: number, interestMinor: number) =>
  `${columns}\nA-1,Ada Byron,10000.00,14.07,36,2026-01-01,2026-02-01,active,` +
  `${(principalMinor / 100).toFixed(2)},${(interestMinor / 100).toFixed(2)}`;

/** Pays as the command does: a prepayment of principal creates a new schedule. */
async function pay(
  valueDate: string,
  {
    amountMinor,
    overpaymentTreatment,
  }: { amountMinor: number; overpaymentTreatment: OverpaymentChoice },
): Promise<void> {
  const [loan] = await owner<{ id: string }[]>`
    select id from loans where portfolio_id = ${portfolio.id} and external_id = 'A-1'`;
  const loanId = loan?.id ?? '';
  const { id: portfolioId, manager } = portfolio;
  const scope = { role: 'user', accountId: manager.id, portfolioId } as const;
  const payment = { loanId, id: uuidv7(), amountMinor, currency: 'USD', valueDate } as const;
  const how = { method: 'cash', note: '', interestUntil: 'date' } as const;
  const command = { ...payment, ...how, overpaymentTreatment } as const;
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

const prepaid = { amountMinor: 2_000_00, overpaymentTreatment: 'lower-instalment' } as const;

const paid = async () => {
  const [state] = await owner<{ principal: number; interest: number }[]>`
    select principal_paid_minor as principal, interest_paid_minor as interest from loan_state
    where portfolio_id = ${portfolio.id} order by loan_id limit 1`;
  if (!state) throw new Error('the loan has no state');
  return { ...state };
};
const interestAsked = () => owner`select number, interest_minor from instalments order by number`;
async function giveCreditBack(): Promise<void> {
  const [stored] = await owner<{ loanId: string; creditMinor: number }[]>`
    select loan_id, credit_minor from loan_state where portfolio_id = ${portfolio.id}`;
  const { loanId = '', creditMinor: amountMinor = 0 } = stored ?? {};
  await database.begin((transaction) =>
    insertRefund(transaction, {
      portfolioId: portfolio.id,
      loanId,
      id: uuidv7(),
      event: 'refund-credit',
      undoesId: null,
      amountMinor,
      method: 'cash',
      currency: 'USD',
      valueDate: '2026-06-15',
      reason: 'Asked for',
      madeBy: portfolio.manager.id,
      madeAt: '2026-06-15T12:00:00Z',
    }),
  );
}

const differences = async () =>
  (await reconcile(owner)).filter(({ count }) => count > 0).map(({ id }) => id);

it('pays on the schedule that a prepayment here has made, and can be undone', async () => {
  await office.book(tapeOf(0, 0), { cutOffOn: '2026-02-10' });
  await pay('2026-03-10', prepaid);
  const [before, asked] = [await paid(), await interestAsked()];
  const newer = tapeOf(before.principal + 300_00, before.interest + 10_00);
  const { id } = await office.book(newer, { cutOffOn: '2026-05-10' });
  const payments = await owner`select amount_minor from payments order by number`;
  expect(payments.map((row) => row['amountMinor'])).toEqual([2_000_00, 310_00]);
  // The tape split the payment differently and has no such schedule, so it restates no charges.
  expect(await interestAsked()).toEqual(asked);
  expect(await differences()).toEqual([]);
  expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
  expect(await paid()).toEqual(before);
  expect(await differences()).toEqual([]);
});

it('takes no credit away that was given back, says so, and books the rest of the tape', async () => {
  const other = tapeOf(0, 0).split('\n')[1]?.replace('A-1', 'A-2').replace('Ada', 'Bea') ?? '';
  await office.book(tapeOf(0, 0), { cutOffOn: '2026-02-10' });
  await pay('2026-03-10', { amountMinor: 1_200_00, overpaymentTreatment: 'lower-instalment' });
  await pay('2026-04-10', { amountMinor: 8_000_00, overpaymentTreatment: 'credit' });
  await giveCreditBack();
  const before = await paid();
  const newer = `${tapeOf(before.principal + 1_900_00, before.interest + 100_00)},2026-02-20`
    .replace('interest_paid', 'interest_paid,last_payment_on')
    .concat(`\n${other},`);
  const { id, summary } = await office.check(newer, { cutOffOn: '2026-05-10' });
  expect(summary).toMatchObject({ errors: 1, goodLoans: 1 });
  const found = await owner`
    select code, row_number as row from import_findings where import_id = ${id}`;
  expect(found.map((one) => ({ ...one }))).toContainEqual({ code: 'credit_used_since', row: 2 });
  await bookGoodRows(office.desk, id, office.actor);
  await office.desk.runs.settled();
  expect(await office.read(id)).toMatchObject({ state: 'booked', rowsBooked: 1 });
  expect(await paid()).toEqual(before);
  expect(await differences()).toEqual([]);
});

it('pays before a prepayment that takes interest paid ahead back', async () => {
  await office.book(tapeOf(0, 0), { cutOffOn: '2026-02-10' });
  await pay('2026-03-10', { amountMinor: 1_200_00, overpaymentTreatment: 'lower-instalment' });
  await pay('2026-04-10', { amountMinor: 8_000_00, overpaymentTreatment: 'credit' });
  const before = await paid();
  const newer =
    `${tapeOf(before.principal + 1_900_00, before.interest + 100_00)},2026-02-20`.replace(
      'interest_paid',
      'interest_paid,last_payment_on',
    );
  const { id, state, failure } = await office.book(newer, { cutOffOn: '2026-05-10' });
  expect({ state, failure, failures: office.failures }).toEqual({
    state: 'booked',
    failure: null,
    failures: [],
  });
  expect(await differences()).toEqual([]);
  expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
  expect(await paid()).toEqual(before);
  expect(await differences()).toEqual([]);
});
