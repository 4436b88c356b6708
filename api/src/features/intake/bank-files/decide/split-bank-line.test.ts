import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../../testing/arrange.ts';
import { openBankOffice } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';

const { test, portfolio, manager, signIn, arrangeHeld, bankId, uploadRows, lineOf, decide } =
  await openBankOffice();

const post = (fileId: string, client = manager) => client.post(`/api/bank-files/${fileId}/post`);
const paymentsOf = async (loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/payments`)).body.payments;

async function arrangeLine(amount = '300.00') {
  const loans = [await arrangeHeld(), await arrangeHeld(), await arrangeHeld()] as const;
  const file = await uploadRows(`2026-06-10,${amount},Ada,three loans ${bankId()},${bankId()}`);
  const { id } = await lineOf(file);
  const split = (parts: readonly object[]) =>
    manager.put(`/api/bank-files/${file}/lines/${id}/split`, { parts });
  return { loans, file, id, split };
}
const partOf = ({ id: loanId }: { readonly id: string }, amountMinor: number) => ({
  id: uuidv7(),
  loanId,
  amountMinor,
});

describe('a line that is split over several loans', () => {
  it('becomes one payment for each, posted once, and shows which was reversed', async () => {
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const { loans, file, split } = await arrangeLine();
    const [one, two, three] = loans;
    const parts = [partOf(one, 10_000), partOf(two, 5_000), partOf(three, 15_000)];
    const [answer, repeated] = [await split(parts), await split(parts)];
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'matched', reason: 'person', loan: { id: one.id } },
    });
    expect(repeated.body).toEqual(answer.body);
    const events = await test.owner`
      select from audit_events where subject_id = ${file} and event = 'split-bank-line'`;
    expect(events).toHaveLength(1);
    const colleague = await signIn('manager');
    const posted = await Promise.all([post(file), post(file, colleague), post(file)]);
    expect(posted.reduce((sum, { body }) => sum + body.posted, 0)).toBe(1);
    for (const [at, loan] of loans.entries()) {
      expect(await paymentsOf(loan.id)).toMatchObject([{ amountMinor: parts[at]?.amountMinor }]);
    }
    const line = await lineOf(file);
    expect(line).toMatchObject({
      state: 'posted',
      parts: [{ paymentId: line.paymentId }, { paymentId: parts[1]?.id }, {}],
    });
    await manager.post(`/api/loans/${two.id}/payments/${parts[1]?.id}/reversal`, {
      id: uuidv7(),
      reason: 'Belongs to another loan',
    });
    expect((await lineOf(file)).parts).toMatchObject([
      { isReversed: false },
      { isReversed: true },
      { isReversed: false },
    ]);
    expect(await split(parts)).toMatchObject({ body: { error: 'bank_line_is_settled' } });
    await expect(test.owner`delete from bank_line_parts`).rejects.toThrow('never changed');
    await expectReconciled(test.database);
  });

  it('is posted whole or not at all', async () => {
    const { loans, file, split } = await arrangeLine('200000.00');
    const [one, two] = loans;
    await split([partOf(one, 10_000), partOf(two, 19_990_000)]);
    expect((await post(file)).body).toEqual({ posted: 0, refused: 1, left: 0 });
    expect(await lineOf(file)).toMatchObject({
      state: 'refused',
      refusal: { error: 'amount_exceeds_payoff' },
    });
    expect(await paymentsOf(one.id)).toEqual([]);
    expect(await paymentsOf(two.id)).toEqual([]);
    await expectReconciled(test.database);
  });

  it('is no longer split once a person decides otherwise', async () => {
    const { loans, file, id, split } = await arrangeLine();
    const [one, two] = loans;
    await split([partOf(one, 10_000), partOf(two, 20_000)]);
    const matched = await decide(file, id, { decision: 'match', loanId: one.id });
    expect(matched.body).toMatchObject({ state: 'matched', parts: [] });
    await post(file);
    expect(await paymentsOf(one.id)).toMatchObject([{ amountMinor: 30_000 }]);
    expect(await paymentsOf(two.id)).toEqual([]);
  });

  it('is refused with parts that are not exactly the line, or not new payments', async () => {
    const { loans, split } = await arrangeLine();
    const [one, two] = loans;
    const other = await arrangeLine();
    const used = partOf(two, 20_000);
    await other.split([partOf(one, 10_000), used]);
    for (const [parts, error] of [
      [[partOf(one, 10_000), partOf(two, 19_999)], 'bank_parts_differ_from_line'],
      [[partOf(one, 10_000), partOf(one, 20_000)], 'bank_part_loan_twice'],
      [[partOf(one, 10_000), partOf({ id: uuidv7() }, 20_000)], 'not_found'],
      [[partOf(one, 10_000), used], 'id_reused_with_different_content'],
      [[partOf(one, 30_000)], 'invalid_request'],
    ] as const) {
      expect((await split(parts)).body.error).toBe(error);
    }
  });
});
