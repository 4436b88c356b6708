import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../../testing/arrange.ts';
import { openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';
import { listPartReversals } from './part-returns.store.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, bankId, uploadRows, linesOf } = office;

beforeAll(async () => {
  for (const kind of ['reverse-payment', 'write-off-loan'] as const)
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
});

const partOf = ({ id: loanId }: { readonly id: string }, amountMinor: number) => ({
  id: uuidv7(),
  loanId,
  amountMinor,
});

const arrangeTwo = async (borrowerName: string) =>
  [await arrangeHeld({ borrowerName }), await arrangeHeld({ borrowerName })] as const;

/**
 * Uploads a line of 300.00 and the line that returns it; splits the first into 200.00 and 100.00,
 * and posts it.
 */
async function arrangeSplit({ name = '', back = '-300.00', paidId = bankId() } = {}) {
  const [one, two] = await arrangeTwo(name);
  const file = await uploadRows(
    `2026-06-03,300.00,${name},two loans,${paidId}`,
    `2026-06-08,${back},${name},Returned ${referenceOf(one)},${bankId()}`,
  );
  const [paid] = await linesOf(file);
  const parts = [partOf(one, 20_000), partOf(two, 10_000)];
  await manager.put(`/api/bank-files/${file}/lines/${paid.id}/split`, { parts });
  await manager.post(`/api/bank-files/${file}/post`);
  const [posted, line] = await linesOf(file);
  const returnsOf = async () =>
    (await manager.get(`/api/bank-files/${file}/lines/${line.id}/returns`)).body;
  return { file, posted, line, returnsOf };
}

type Part = {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly isReversed: boolean;
  readonly loan: { readonly id: string };
};

async function reversedParts(fileId: string): Promise<boolean[]> {
  const [paid] = await linesOf(fileId);
  return paid.parts.map(({ isReversed }: Part) => isReversed);
}

const split = (fileId: string) =>
  expect.objectContaining({ fileId, fileName: 'June.csv', number: 1 });

describe('the return of a line that was split over several loans', () => {
  it('names the split line, and proposes none of its payments', async () => {
    const { file, line, returnsOf } = await arrangeSplit({ name: 'Hedy Lamarr' });
    expect(line).toMatchObject({ mayReturn: null, mayReturnSplit: split(file) });
    expect(await returnsOf()).toEqual({
      returns: [],
      alreadyConfirmed: null,
      splitLine: split(file),
    });
  });

  it('is no payment of one loan with a fee of the bank', async () => {
    const { file, line, posted } = await arrangeSplit({
      name: 'Sister Mary Keller',
      back: '-305.00',
    });
    expect(line).toMatchObject({ mayReturn: null, mayReturnSplit: split(file) });
    const [part] = posted.parts;
    const confirmed = await manager.put(`/api/bank-files/${file}/lines/${line.id}/return`, {
      id: uuidv7(),
      kind: 'payment',
      returnedId: part.paymentId,
      reason: 'Returned by the bank',
    });
    expect(confirmed).toMatchObject({ status: 409, body: { error: 'bank_return_changed' } });
  });

  it('may be one of its payments, if the amount is exactly that', async () => {
    const { line, posted } = await arrangeSplit({ name: 'Karen Jones', back: '-200.00' });
    expect(line).toMatchObject({
      mayReturn: { id: posted.parts[0].paymentId, feeMinor: 0 },
      mayReturnSplit: null,
    });
  });

  it('is found by the id that the bank gave the split line', async () => {
    const { file } = await arrangeSplit({ name: 'Radia Perlman', paidId: 'E2E-771204' });
    const later = await uploadRows(
      `2026-06-09,-300.00,,Chargeback E2E-771204,${bankId()}`,
      `2026-06-09,-300.00,,Chargeback E2E-771205,${bankId()}`,
    );
    const [found, other] = await linesOf(later);
    expect(found.mayReturnSplit).toEqual(split(file));
    expect(other.mayReturnSplit).toBeNull();
  });

  it('allows a fee only for the split line that the bank id names', async () => {
    const name = 'Evelyn Berezin';
    const { file } = await arrangeSplit({ name, paidId: 'E2E-880117' });
    const [one, two] = await arrangeTwo(name);
    const other = await uploadRows(`2026-06-04,302.00,${name},two loans,${bankId()}`);
    const [paid] = await linesOf(other);
    const parts = [partOf(one, 20_000), partOf(two, 10_200)];
    await manager.put(`/api/bank-files/${other}/lines/${paid.id}/split`, { parts });
    await manager.post(`/api/bank-files/${other}/post`);
    const later = await uploadRows(`2026-06-09,-305.00,${name},E2E-880117,${bankId()}`);
    const [line] = await linesOf(later);
    expect(line.mayReturnSplit).toMatchObject({ fileId: file, feeMinor: 500 });
  });

  /** Posts a line of the amount that is split over two loans of a new borrower. */
  async function arrangePosted(name: string, [paidOn, amountMinor]: readonly [string, number]) {
    const [one, two] = await arrangeTwo(name);
    const amount = (amountMinor / 100).toFixed(2);
    const file = await uploadRows(`${paidOn},${amount},${name},two loans,${bankId()}`);
    const [paid] = await linesOf(file);
    const parts = [partOf(one, 20_000), partOf(two, amountMinor - 20_000)];
    await manager.put(`/api/bank-files/${file}/lines/${paid.id}/split`, { parts });
    await manager.post(`/api/bank-files/${file}/post`);
    return file;
  }

  it('is the line of exactly the amount, before a later one and the fee of a bank', async () => {
    const name = 'Kathleen Booth';
    const exact = await arrangePosted(name, ['2026-06-02', 30_500]);
    await arrangePosted(name, ['2026-06-05', 30_000]);
    const later = await uploadRows(`2026-06-09,-305.00,${name},Returned,${bankId()}`);
    const [line] = await linesOf(later);
    expect(line.mayReturnSplit).toMatchObject({ fileId: exact, feeMinor: 0 });
  });

  it('is a line with all its payments, before a later one with a reversed payment', async () => {
    const name = 'Joan Clarke';
    const whole = await arrangePosted(name, ['2026-06-02', 30_000]);
    const partly = await arrangePosted(name, ['2026-06-05', 30_000]);
    const [posted] = await linesOf(partly);
    const [{ paymentId, loan }] = posted.parts;
    const reversal = { id: uuidv7(), reason: 'Wrong loan' };
    await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, reversal);
    const later = await uploadRows(`2026-06-09,-300.00,${name},Returned,${bankId()}`);
    const [line] = await linesOf(later);
    expect(line.mayReturnSplit).toMatchObject({ fileId: whole });
  });

  it('is not named once all its payments were reversed', async () => {
    const { file, posted } = await arrangeSplit({ name: 'Frances Allen' });
    for (const { loan, paymentId } of posted.parts) {
      const reversal = { id: uuidv7(), reason: 'Returned' };
      expect(
        await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, reversal),
      ).toMatchObject({ status: 200 });
    }
    const [, line] = await linesOf(file);
    expect(line).toMatchObject({ mayReturn: null, mayReturnSplit: null });
  });

  it('reverses all its payments in one step, and posts them again on undo', async () => {
    const { file, line, posted } = await arrangeSplit({ name: 'Adele Goldberg', back: '-305.00' });
    expect(line.mayReturnSplit).toMatchObject({
      lineId: posted.id,
      amountMinor: 30_000,
      feeMinor: 500,
      parts: posted.parts.map(({ paymentId, amountMinor, loan }: Part) => ({
        paymentId,
        amountMinor,
        loan,
      })),
    });
    const path = `/api/bank-files/${file}/lines/${line.id}/return`;
    const body = { id: uuidv7(), kind: 'split', returnedId: posted.id, reason: 'No funds' };
    const confirmed = await manager.put(path, body);
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        state: 'returned',
        returned: {
          kind: 'split',
          outcome: 'done',
          amountMinor: 30_000,
          feeMinor: 500,
          splitLine: { fileId: file, number: 1 },
        },
      },
    });
    expect(await manager.put(path, body)).toMatchObject({ status: 200 });
    expect(await reversedParts(file)).toEqual([true, true]);
    await expectReconciled(test.owner);
    const undo = { id: uuidv7(), reason: 'The wrong line' };
    const undone = await manager.post(`${path}/undo`, undo);
    expect(undone).toMatchObject({ status: 200, body: { state: 'left-out', returned: null } });
    expect(await manager.post(`${path}/undo`, undo)).toMatchObject({ status: 200 });
    expect(await reversedParts(file)).toEqual([false, false]);
    await expectReconciled(test.owner);
    // The payments that were posted again are parts too, not one payment with a fee.
    const [, open] = await linesOf(file);
    expect(open).toMatchObject({
      mayReturn: null,
      mayReturnSplit: { lineId: posted.id, feeMinor: 500, parts: [{}, {}] },
    });
    expect(await manager.put(path, { ...body, id: uuidv7() })).toMatchObject({ status: 200 });
    expect(await reversedParts(file)).toEqual([true, true]);
    await expectReconciled(test.owner);
  });

  it('is undone in the order of the loans, in which other commands lock them', async () => {
    const name = 'Erna Schneider Hoover';
    const held = [...(await arrangeTwo(name)), await arrangeHeld({ borrowerName: name })];
    const [first, second, third] = held.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    if (!first || !second || !third) throw new Error('three loans were arranged');
    const file = await uploadRows(
      `2026-06-03,300.00,${name},two loans,${bankId()}`,
      `2026-06-08,-300.00,${name},Returned ${referenceOf(first)},${bankId()}`,
    );
    const [paid, line] = await linesOf(file);
    // The payment of the third loan has a lower id than that of the second.
    const parts = [partOf(first, 10_000), partOf(third, 10_000), partOf(second, 10_000)];
    await manager.put(`/api/bank-files/${file}/lines/${paid.id}/split`, { parts });
    await manager.post(`/api/bank-files/${file}/post`);
    const body = { id: uuidv7(), kind: 'split', returnedId: paid.id, reason: 'No funds' };
    const path = `/api/bank-files/${file}/lines/${line.id}/return`;
    expect(await manager.put(path, body)).toMatchObject({ status: 200 });
    const key = { portfolioId: portfolio.id, returnLineId: line.id };
    const reversals = await listPartReversals(test.owner, key);
    const [, ofThird, ofSecond] = parts.map(({ id }) => id);
    expect(reversals.slice(1).map(({ paymentId }) => paymentId)).toEqual([ofSecond, ofThird]);
  });

  it('reverses none of its payments if one of them cannot be reversed', async () => {
    const { file, line, posted } = await arrangeSplit({ name: 'Barbara Liskov' });
    const [, second] = posted.parts;
    const loanId = second.loan.id;
    const preview = await manager.get(`/api/loans/${loanId}/write-off-preview`);
    const { principalMinor } = preview.body;
    const writeOff = { id: uuidv7(), reason: 'Insolvent', principalMinor };
    expect(await manager.post(`/api/loans/${loanId}/write-off`, writeOff)).toMatchObject({
      status: 200,
    });
    const confirmed = await manager.put(`/api/bank-files/${file}/lines/${line.id}/return`, {
      id: uuidv7(),
      kind: 'split',
      returnedId: posted.id,
      reason: 'No funds',
    });
    expect(confirmed).toMatchObject({ status: 409, body: { error: 'loan_is_written_off' } });
    expect(await reversedParts(file)).toEqual([false, false]);
  });

  it('is confirmed as a whole only while no payment of the line was reversed', async () => {
    const { file, line, posted } = await arrangeSplit({ name: 'Lynn Conway' });
    const [{ loan, paymentId }] = posted.parts;
    const reversal = { id: uuidv7(), reason: 'Returned' };
    await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, reversal);
    const confirmed = await manager.put(`/api/bank-files/${file}/lines/${line.id}/return`, {
      id: uuidv7(),
      kind: 'split',
      returnedId: posted.id,
      reason: 'No funds',
    });
    expect(confirmed).toMatchObject({ status: 409, body: { error: 'bank_return_changed' } });
  });

  it('waits for approval, and undo posts only those again that were reversed', async () => {
    const { file, line, posted } = await arrangeSplit({ name: 'Jean Sammet' });
    const setApproval = (required: boolean) =>
      test.owner`update approval_rules set required = ${required}
        where portfolio_id = ${portfolio.id} and kind = 'reverse-payment'`;
    await setApproval(true);
    const path = `/api/bank-files/${file}/lines/${line.id}/return`;
    const asked = await manager.put(path, {
      id: uuidv7(),
      kind: 'split',
      returnedId: posted.id,
      reason: 'No funds',
    });
    await setApproval(false);
    expect(asked.body.returned).toMatchObject({ outcome: 'awaiting-approval' });
    const undo = { id: uuidv7(), reason: 'The wrong line' };
    expect(await manager.post(`${path}/undo`, undo)).toMatchObject({
      status: 409,
      body: { error: 'bank_return_awaits_approval' },
    });
    const requests = await test.owner<{ id: string }[]>`
      select id from approvals where portfolio_id = ${portfolio.id} and state = 'waiting'`;
    const deputy = await office.signInDeputy();
    const decisions = [{ decision: 'approve' }, { decision: 'decline', reason: 'No' }];
    for (const [at, { id }] of requests.entries())
      expect(await deputy.post(`/api/approvals/${id}/decision`, decisions[at])).toMatchObject({
        status: 200,
      });
    expect((await linesOf(file))[1].returned).toMatchObject({ outcome: 'not-done' });
    expect((await reversedParts(file)).filter(Boolean)).toHaveLength(1);
    expect(await manager.post(`${path}/undo`, undo)).toMatchObject({
      body: { state: 'left-out', mayReturnSplit: null },
    });
    expect(await reversedParts(file)).toEqual([false, false]);
    await expectReconciled(test.owner);
  });
});
