import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../../testing/arrange.ts';
import { openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, bankId, uploadRows, linesOf } = office;

beforeAll(async () => {
  await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
});

const partOf = ({ id: loanId }: { readonly id: string }, amountMinor: number) => ({
  id: uuidv7(),
  loanId,
  amountMinor,
});

/** A posted line of 300.00, split into 200.00 and 100.00, and the line that gives money back. */
async function arrangeSplit({ name = '', back = '-300.00', paidId = bankId() } = {}) {
  const [one, two] = [
    await arrangeHeld({ borrowerName: name }),
    await arrangeHeld({ borrowerName: name }),
  ];
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

const split = (fileId: string) => ({ fileId, fileName: 'June.csv', number: 1 });

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
});
