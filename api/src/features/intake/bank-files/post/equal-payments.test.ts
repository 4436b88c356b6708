import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { TestLoan } from '../../../../testing/arrange.ts';
import { openBankOffice } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';

const { test, manager, arrangeHeld, bankId, upload, uploadRows, lineOf, decide } =
  await openBankOffice();

afterAll(() => expectReconciled(test.owner));

const post = async (fileId: string) => (await manager.post(`/api/bank-files/${fileId}/post`)).body;
const paidOn = async ({ id }: TestLoan): Promise<number[]> =>
  (await manager.get(`/api/loans/${id}/payments`)).body.payments.map(
    ({ amountMinor }: { amountMinor: number }) => amountMinor,
  );

/** Posts a payment of 100.00 by hand, also if an equal one exists. */
async function enter({ id: loanId }: TestLoan): Promise<string> {
  const id = uuidv7();
  const payment = { id, amountMinor: 10_000, currency: 'USD', valueDate: '2026-06-10' };
  const { body } = await manager.get(`/api/loans/${loanId}/payments`);
  const [earlier] = body.payments;
  const posted = await manager.post(`/api/loans/${loanId}/payments`, {
    ...payment,
    method: 'bank-transfer',
    ...(earlier && { confirmedDuplicateOf: earlier.id }),
  });
  expect(posted).toMatchObject({ status: 200 });
  return id;
}

describe('a line that equals payments entered by hand', () => {
  it('is posted once the user confirms each of them, and only then', async () => {
    const loan = await arrangeHeld();
    const entered = [await enter(loan), await enter(loan)];
    const file = await uploadRows(`2026-06-10,100.00,Ada,rate,${bankId()}`);
    const { id } = await lineOf(file);
    const match = (confirmed: object = {}) =>
      decide(file, id, { decision: 'match', loanId: loan.id, ...confirmed });
    await match();
    const named = new Set<string>();
    while (named.size < entered.length) {
      expect(await post(file)).toMatchObject({ posted: 0, refused: 1 });
      const { refusal } = await lineOf(file);
      expect(refusal).toMatchObject({ error: 'payment_looks_posted_already' });
      const confirmedDuplicateOf = refusal.details.paymentId;
      // A repeated decision without the confirmation changes nothing.
      await match();
      expect(await post(file)).toMatchObject({ posted: 0, refused: 1 });
      named.add(confirmedDuplicateOf);
      expect(await match({ confirmedDuplicateOf })).toMatchObject({ status: 200 });
    }
    expect(named).toEqual(new Set(entered));
    expect(await post(file)).toMatchObject({ posted: 1 });
    expect(await paidOn(loan)).toEqual([10_000, 10_000, 10_000]);
  });

  it('stores a confirmation before the first refusal', async () => {
    const loan = await arrangeHeld();
    const confirmedDuplicateOf = await enter(loan);
    const file = await uploadRows(`2026-06-10,100.00,Ada,rate,${bankId()}`);
    const { id } = await lineOf(file);
    const match = { decision: 'match', loanId: loan.id };
    await decide(file, id, match);
    await decide(file, id, { ...match, confirmedDuplicateOf });
    expect(await post(file)).toMatchObject({ posted: 1 });
  });
});

describe('a part of a split line that equals another payment', () => {
  async function arrangeSplit() {
    const loans = [await arrangeHeld(), await arrangeHeld()] as const;
    const file = await uploadRows(`2026-06-10,300.00,Ada,two loans,${bankId()}`);
    const { id } = await lineOf(file);
    const [one, two] = loans;
    const split = (confirmed: object = {}) =>
      manager.put(`/api/bank-files/${file}/lines/${id}/split`, {
        parts: [
          { id: uuidv7(), loanId: one.id, amountMinor: 20_000 },
          { id: uuidv7(), loanId: two.id, amountMinor: 10_000 },
        ],
        ...confirmed,
      });
    return { file, id, one, two, split };
  }

  it('that was entered by hand is posted once the user confirms it', async () => {
    const { file, one, two, split } = await arrangeSplit();
    const confirmedDuplicateOf = await enter(two);
    await split();
    expect(await post(file)).toMatchObject({ posted: 0, refused: 1 });
    expect(await lineOf(file)).toMatchObject({
      state: 'refused',
      parts: [{}, {}],
      refusal: {
        error: 'payment_looks_posted_already',
        details: { paymentId: confirmedDuplicateOf, loanId: two.id },
      },
    });
    expect(await split({ confirmedDuplicateOf })).toMatchObject({ body: { state: 'matched' } });
    expect(await post(file)).toMatchObject({ posted: 1 });
    expect(await paidOn(one)).toEqual([20_000]);
    expect(await paidOn(two)).toEqual([10_000, 10_000]);
  });

  it('of another line waits for a user, and is posted after the decision', async () => {
    const { file, one, two, split } = await arrangeSplit();
    const csv = 'Date,Amount,Name,Reference\n2026-06-10,100.00,Ben,rate\n';
    const other = (await upload(csv)).body.bankFile.id;
    await decide(other, (await lineOf(other)).id, { decision: 'match', loanId: two.id });
    await post(other);
    await split();
    expect(await post(file)).toMatchObject({ posted: 0, refused: 1 });
    expect(await lineOf(file)).toMatchObject({
      state: 'needs-look',
      parts: [{}, {}],
      possibleDuplicateOf: { fileId: other, number: 1 },
    });
    await split();
    expect(await post(file)).toMatchObject({ posted: 1 });
    expect(await paidOn(one)).toEqual([20_000]);
    expect(await paidOn(two)).toEqual([10_000, 10_000]);
  });

  it('of another line is posted at once if the bank proves two payments', async () => {
    const { file, two, split } = await arrangeSplit();
    const other = await uploadRows(`2026-06-10,100.00,Ben,rate,${bankId()}`);
    await decide(other, (await lineOf(other)).id, { decision: 'match', loanId: two.id });
    await post(other);
    await split();
    expect(await post(file)).toMatchObject({ posted: 1 });
    expect(await paidOn(two)).toEqual([10_000, 10_000]);
  });
});
