import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { closeDays } from '../features/control/end-of-day/close-days.ts';
import { arrangeApprovalRule, arrangeLoan } from './arrange.ts';
import { productOf } from './lending.ts';
import { openOffice, paymentOf } from './open-office.ts';
import type { TestApp, TestClient } from './test-app.ts';

/**
 * Opens a separate portfolio. Its `on` moves the clock to a day and runs end-of-day for every day
 * that has ended.
 */
export async function openLateOffice(test: TestApp, waiving = { required: false }) {
  const { owner, database } = test;
  const office = await openOffice({ test, tag: uuidv7().slice(-6) });
  const { portfolio } = office;
  await arrangeApprovalRule(owner, portfolio, { kind: 'reverse-payment', required: false });
  await arrangeApprovalRule(owner, portfolio, { kind: 'waive-charge', ...waiving });
  let manager: TestClient | undefined;
  const on = async (day: string) => {
    test.clock.moveTo(`${day}T12:00:00Z`);
    await closeDays(database, { now: test.clock.now(), portfolioId: portfolio.id });
    manager = await office.signIn('manager');
  };
  const client = () => {
    if (!manager) throw new Error('the office has no day yet');
    return manager;
  };
  const lend = async (penalty: ProductTerms['penalty'], wishes: object = {}) => {
    const loan = await arrangeLoan(owner, portfolio, { disbursedOn: '2026-08-01', ...wishes });
    const product = productOf({ penalty });
    expect((await client().post('/api/loan-products', product)).status).toBe(200);
    await owner`
      update loans set product_id = ${product.id}, product_version_id = ${product.versionId}
      where id = ${loan.id}`;
    return loan.id;
  };
  const pay = (loanId: string, wishes: object) =>
    client().post(`/api/loans/${loanId}/payments`, paymentOf(wishes));
  const reverse = async (loanId: string, paymentId: string) => {
    const path = `/api/loans/${loanId}/payments/${paymentId}/reversal`;
    const reversed = await client().post(path, { id: uuidv7(), reason: 'Bounced' });
    expect(reversed).toMatchObject({ status: 200 });
  };
  return { office, on, client, lend, pay, reverse };
}

export type Charged = {
  readonly id: string;
  readonly instalmentNumber: number;
  readonly amountMinor: number;
  readonly waivedMinor: number;
  readonly chargedOn: string;
  readonly chargedLateOn: string | null;
  readonly waivers: readonly { readonly id: string }[];
};
export type LateOffice = Awaited<ReturnType<typeof openLateOffice>>;

export const chargesOf = async (
  { client }: LateOffice,
  loanId: string,
): Promise<readonly Charged[]> =>
  (await client().get(`/api/loans/${loanId}/charges`)).body.charges.toReversed();
/**
 * Returns the charges that are not fully waived, each as instalment, day and the amount that is not
 * waived.
 */
export const penaltiesOf = async (office: LateOffice, loanId: string) =>
  (await chargesOf(office, loanId))
    .filter(({ amountMinor, waivedMinor }) => amountMinor > waivedMinor)
    .map((one) => [one.instalmentNumber, one.chargedOn, one.amountMinor - one.waivedMinor])
    .toSorted((left, right) => String(left).localeCompare(String(right)));

export const fixed = { kind: 'fixed', amountMinor: 2_500, graceDays: 5, capMinor: null } as const;
export const noInterest = { ratePercent: '0', principalMinor: 60_000, instalmentCount: 3 };

export async function done(answer: ReturnType<LateOffice['pay']>) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
}

export const readOf = async ({ client }: LateOffice, loanId: string) =>
  (await client().get(`/api/loans/${loanId}`)).body;
export const quoteOf = async ({ client }: LateOffice, loanId: string, day: string) => {
  const { body } = await client().get(`/api/loans/${loanId}/payoff-quote?on=${day}`);
  return { ...body, requestId: undefined };
};

/**
 * Pays the payoff amount quoted for a day and expects the loan to be closed; does nothing if the
 * quote is refused.
 */
export async function settle(office: LateOffice, loanId: string, valueDate: string) {
  const { totalMinor: amountMinor } = await quoteOf(office, loanId, valueDate);
  if (amountMinor === undefined) return;
  await done(office.pay(loanId, { amountMinor, valueDate }));
  expect(await readOf(office, loanId)).toMatchObject({ status: 'closed', remainingMinor: 0 });
}
