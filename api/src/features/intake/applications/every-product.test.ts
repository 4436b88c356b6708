import {
  productDayCounts,
  scheduleMethods,
  type ProductTerms,
} from '@bursar/contracts/servicing/product-terms';
import { overpaymentChoices } from '@bursar/contracts/choices';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { lendingBy } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { runReconciliationChecks } from '../../control/reconciliation/reconcile.ts';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
const manager = await signIn('manager');

/** Disburses a loan three months before today, so that three monthly instalments are due. */
async function payOut(changes: Partial<ProductTerms>): Promise<string> {
  const { loanId } = await lendingBy(manager, await signInDeputy()).paidOut(
    { instalmentCountMin: 4, ...changes },
    { principalMinor: 1_234_567, annualRatePercent: '17.35', instalmentCount: 9, ...spring },
    { disbursedOn: spring.disburseOn, firstDueOn: spring.firstDueOn },
  );
  return loanId;
}

const spring = { disburseOn: '2026-03-15', firstDueOn: '2026-04-15' };

const pay = (loanId: string, wishes: object) =>
  manager.post(`/api/loans/${loanId}/payments`, paymentOf(wishes));

/** Pays late, overpays in each way, back-dates a payment and reverses it, and pays off the rest. */
async function live(loanId: string): Promise<void> {
  const first = await pay(loanId, { valueDate: '2026-05-20', amountMinor: 150_000 });
  expect(first.status).toBe(200);
  const answers = [first];
  for (const overpaymentTreatment of overpaymentChoices) {
    answers.push(
      await pay(loanId, { valueDate: '2026-06-15', amountMinor: 210_000, overpaymentTreatment }),
    );
  }
  const early = paymentOf({ valueDate: '2026-04-20', amountMinor: 12_345 });
  answers.push(await manager.post(`/api/loans/${loanId}/payments`, early));
  const reversal = { id: uuidv7(), reason: 'the cheque bounced' };
  answers.push(
    await manager.post(`/api/loans/${loanId}/payments/${early.id}/reversal`, reversal),
    await manager.get(`/api/loans/${loanId}/statement.pdf`),
  );
  const quote = await manager.get(`/api/loans/${loanId}/payoff-quote`);
  const amountMinor = quote.body.totalMinor;
  answers.push(await pay(loanId, { valueDate: '2026-06-15', amountMinor }));
  expect((await manager.get(`/api/loans/${loanId}`)).body).toMatchObject({ status: 'closed' });
  // Impossible steps must be refused with an error code, never fail.
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
}

describe('a loan of every product', () => {
  it.each(
    scheduleMethods.flatMap((scheduleMethod) =>
      productDayCounts.map((dayCount) => ({ scheduleMethod, dayCount })),
    ),
  )('is paid late, ahead and off with clean books: $scheduleMethod, $dayCount', async (terms) => {
    await live(await payOut(terms));
    const found = (await runReconciliationChecks(test.owner)).filter(({ count }) => count > 0);
    expect(found).toEqual([]);
  });

  it.each([
    { gracePrincipal: 2 },
    { graceInterest: 2 },
    { gracePrincipal: 3, graceInterest: 1 },
    { instalmentFee: { kind: 'fixed', amountMinor: 700 } },
    { instalmentFee: { kind: 'percent', percent: '0.5' } },
    { disbursementFee: null },
    { frequencyUnit: 'weeks', frequencyEvery: 2 },
    { frequencyUnit: 'days', frequencyEvery: 10 },
    { instalmentRounding: 'up' },
    { instalmentRounding: 'down' },
    { instalmentRounding: 'up', instalmentMultipleMinor: 50_00 },
    { instalmentRounding: 'half_up', instalmentMultipleMinor: 100, scheduleMethod: 'flat' },
    { dayOffRule: 'modified_following' },
    { dayOffRule: 'skip', frequencyUnit: 'days', frequencyEvery: 10 },
    { allocationOrder: 'interest_principal_penalties_fees' },
    { allocationOrder: 'principal_first' },
    { allocationOrder: 'fee_principal_interest_penalty' },
  ] as const)('is so on terms of %j', async (terms) => {
    await live(await payOut(terms));
    const found = (await runReconciliationChecks(test.owner)).filter(({ count }) => count > 0);
    expect(found).toEqual([]);
  });
});
