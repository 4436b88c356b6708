import type { Payment } from '@bursar/contracts/servicing/payments';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, signIn, arrangeHeld } = await openOffice();
const kind = 'reverse-payment';
await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
const agent = await signIn('agent');
const desk = await signIn('desk');

/** Posts four payments, one second apart, and reverses the first of them at the end. */
async function paid() {
  const { id } = await arrangeHeld();
  const amounts = [100, 200, 300, 400];
  const sent = amounts.map((amountMinor) => paymentOf({ amountMinor }));
  for (const [second, payment] of sent.entries()) {
    test.clock.moveTo(`2026-06-15T12:00:0${second}Z`);
    expect((await agent.post(`/api/loans/${id}/payments`, payment)).status).toBe(200);
  }
  test.clock.moveTo('2026-06-15T12:00:30Z');
  const reversal = { id: uuidv7(), reason: 'the cheque bounced' };
  const path = `/api/loans/${id}/payments/${sent[0]?.id}/reversal`;
  expect((await desk.post(path, reversal)).status).toBe(200);
  return `/api/loans/${id}`;
}

it('the payments of a loan are listed page by page, the last posted or reversed first', async () => {
  const loan = await paid();
  const page = async (query: string) => {
    const { status, body } = await agent.get(`${loan}/payments?limit=2${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const amounts = body.payments.map(({ amountMinor }: Payment) => amountMinor);
    return { amounts, nextCursor: body.nextCursor };
  };
  const first = await page('');
  expect(first.amounts).toEqual([100, 400]);
  const second = await page(`&after=${encodeURIComponent(first.nextCursor)}`);
  expect(second).toEqual({ amounts: [300, 200], nextCursor: null });
});

it('the ledger of a loan is listed page by page, each transaction with all its lines', async () => {
  const loan = await paid();
  type Transaction = { id: string; lines: { debitMinor: number; creditMinor: number }[] };
  const whole: { transactions: Transaction[] } = (await agent.get(`${loan}/ledger`)).body;
  const read: Transaction[] = [];
  let after = '';
  do {
    const { body } = await agent.get(`${loan}/ledger?limit=2${after}`);
    expect(body.transactions.length).toBeLessThanOrEqual(2);
    read.push(...body.transactions);
    after = body.nextCursor === null ? '' : `&after=${encodeURIComponent(body.nextCursor)}`;
  } while (after !== '');
  expect(read.length).toBeGreaterThanOrEqual(5);
  expect(read).toEqual(whole.transactions);
  for (const { lines } of read) {
    const sum = (side: 'debitMinor' | 'creditMinor') =>
      lines.reduce((total, line) => total + line[side], 0);
    expect(sum('debitMinor')).toBeGreaterThan(0);
    expect(sum('debitMinor')).toBe(sum('creditMinor'));
  }
});

it('a payment keeps who paid and the number by which the payer names it', async () => {
  const { id } = await arrangeHeld();
  const path = `/api/loans/${id}/payments`;
  const payment = paymentOf({ payer: 'Amina Rao', externalReference: 'RF18-5390' });
  expect((await agent.post(path, payment)).body.payment).toMatchObject(payment);
  expect((await agent.post(path, payment)).body.replayed).toBe(true);
  const other = await agent.post(path, { ...payment, payer: 'Otto Rao' });
  expect(other.body.error).toBe('id_reused_with_different_content');
  const { payments } = (await agent.get(path)).body;
  expect(payments).toMatchObject([{ payer: 'Amina Rao', externalReference: 'RF18-5390' }]);
  const plain = paymentOf({ amountMinor: 101 });
  expect((await agent.post(path, plain)).body.payment).toMatchObject({
    payer: '',
    externalReference: '',
  });
});
