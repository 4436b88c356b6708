import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrangeApprovalRule, type TestLoan } from '../../../../testing/arrange.ts';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { expectReconciled } from '../../../../testing/expect-reconciled.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, bankId, upload, uploadRows, linesOf } = office;
const { lineOf, decide } = office;

beforeAll(() =>
  arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false }),
);
afterAll(() => expectReconciled(test.owner));

const post = async (fileId: string) => (await manager.post(`/api/bank-files/${fileId}/post`)).body;
const returnPath = (fileId: string, lineId: string) =>
  `/api/bank-files/${fileId}/lines/${lineId}/return`;
const effectiveOf = async ({ id }: Pick<TestLoan, 'id'>) =>
  (await manager.get(`/api/loans/${id}/payments`)).body.payments.filter(
    ({ reversal }: { reversal: unknown }) => reversal === null,
  );

/** Confirms that an outgoing line of the file returns the payment, and undoes it at once. */
async function returnAndUndo(fileId: string, lineId: string, returnedId: string): Promise<string> {
  const path = returnPath(fileId, lineId);
  const body = { id: uuidv7(), kind: 'payment', returnedId, reason: 'Returned' };
  expect(await manager.put(path, body)).toMatchObject({ status: 200 });
  const id = uuidv7();
  expect(await manager.post(`${path}/undo`, { id, reason: 'Mistake' })).toMatchObject({
    status: 200,
  });
  return id;
}

describe('a payment that was posted again because its return was undone', () => {
  it('is the payment of its line: shown, found by its bank id, and returned again', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Ida Rhodes' });
    const id = `E2E-${uuidv7().slice(-8)}`;
    const file = await uploadRows(
      `2026-06-03,${DUE},Ida Rhodes,${referenceOf(loan)},${id}`,
      `2026-06-08,-${DUE},,Chargeback ${id},${bankId()}`,
    );
    await post(file);
    const [paid, back] = await linesOf(file);
    const again = await returnAndUndo(file, back.id, paid.paymentId);
    const [shown, open] = await linesOf(file);
    expect(shown).toMatchObject({ state: 'posted', isReversed: false, paymentId: again });
    expect(open.mayReturn).toMatchObject({
      id: again,
      evidence: ['bank-reference', 'same-amount', 'return-text'],
    });
    const third = await returnAndUndo(file, back.id, again);
    expect(await lineOf(file)).toMatchObject({ isReversed: false, paymentId: third });
  });

  it('is the money of a total, so that its details are not posted', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Grace Hopper' });
    const own = 'AE070331234567890123456';
    const entry = (amount: string, indicator: string, text: string) =>
      `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2026-06-10</Dt></BookgDt><AddtlNtryInf>${text} ${referenceOf(loan)}</AddtlNtryInf></Ntry>`;
    const message = (name: string, statement: string, ...entries: readonly string[]) =>
      `<Document><BkToCstmr${name}><${statement}><Acct><Id><IBAN>${own}</IBAN></Id></Acct>
      ${entries.join('')}</${statement}></BkToCstmr${name}></Document>`;
    const payments = [entry('10.10', 'CRDT', 'Rate'), entry('20.20', 'CRDT', 'Rate')];
    const details = (await upload(message('DbtCdtNtfctn', 'Ntfctn', ...payments))).body.bankFile.id;
    expect(await linesOf(details)).toMatchObject([{ state: 'matched' }, { state: 'matched' }]);
    const batch = [entry('30.30', 'CRDT', 'Batch'), entry('30.30', 'DBIT', 'Returned')];
    const whole = (await upload(message('Stmt', 'Stmt', ...batch))).body.bankFile.id;
    const [total, back] = await linesOf(whole);
    await decide(whole, total.id, { decision: 'match', loanId: loan.id });
    expect(await post(whole)).toMatchObject({ posted: 1 });
    const [paid] = await linesOf(whole);
    await returnAndUndo(whole, back.id, paid.paymentId);
    expect(await post(details)).toMatchObject({ posted: 0, refused: 2 });
    expect(await lineOf(details)).toMatchObject({
      state: 'needs-look',
      possibleDuplicateOf: { fileId: whole, number: 1 },
    });
    expect(await effectiveOf(loan)).toHaveLength(1);
  });

  it('is no new money: an equal payment does not stop it', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Mary Jackson' });
    const file = await uploadRows(
      `2026-06-03,50.00,Mary Jackson,${referenceOf(loan)},${bankId()}`,
      `2026-06-03,50.00,Mary Jackson,${referenceOf(loan)},${bankId()}`,
      `2026-06-08,-50.00,Mary Jackson,Returned ${referenceOf(loan)},${bankId()}`,
    );
    expect(await post(file)).toMatchObject({ posted: 2 });
    const [paid, , back] = await linesOf(file);
    const again = await returnAndUndo(file, back.id, paid.paymentId);
    expect(await effectiveOf(loan)).toHaveLength(2);
    expect(await lineOf(file)).toMatchObject({ isReversed: false, paymentId: again });
  });

  it('still shows which loan an account pays', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Ruth Teitelbaum' });
    const head = 'Date,Amount,Name,Payer IBAN,Reference,Transaction ID';
    const iban = 'DE02120300000000202051';
    const row = (day: string, amount: string, text: string) =>
      `${day},${amount},A company,${iban},${text},${bankId()}`;
    const csv = (...rows: readonly string[]) => `${head}\n${rows.join('\n')}\n`;
    const first = csv(
      row('2026-06-03', '10.00', referenceOf(loan)),
      row('2026-06-08', '-10.00', 'retoure'),
    );
    const file = (await upload(first)).body.bankFile.id;
    await post(file);
    const [paid, back] = await linesOf(file);
    await returnAndUndo(file, back.id, paid.paymentId);
    const next = (await upload(csv(row('2026-06-12', '7.00', 'rate')))).body.bankFile.id;
    const { body } = await manager.get(
      `/api/bank-files/${next}/lines/${(await lineOf(next)).id}/candidates`,
    );
    expect(body.candidates).toMatchObject([{ id: loan.id, evidence: ['account'] }]);
  });

  it('is a part of a line that was split, also if only this part was returned', async () => {
    const loans = [
      await arrangeHeld({ borrowerName: 'Karen Jones' }),
      await arrangeHeld({ borrowerName: 'Karen Jones' }),
    ] as const;
    const file = await uploadRows(
      `2026-06-03,300.00,Karen Jones,two loans,${bankId()}`,
      `2026-06-08,-200.00,Karen Jones,Returned ${referenceOf(loans[0])},${bankId()}`,
    );
    const [paid, back] = await linesOf(file);
    const parts = [
      { id: uuidv7(), loanId: loans[0].id, amountMinor: 20_000 },
      { id: uuidv7(), loanId: loans[1].id, amountMinor: 10_000 },
    ];
    await manager.put(`/api/bank-files/${file}/lines/${paid.id}/split`, { parts });
    await post(file);
    const [posted] = await linesOf(file);
    const again = await returnAndUndo(file, back.id, posted.parts[0].paymentId);
    expect((await lineOf(file)).parts).toMatchObject([
      { paymentId: again, isReversed: false },
      { paymentId: parts[1]?.id, isReversed: false },
    ]);
    // The whole line may be returned again.
    const whole = await uploadRows(
      `2026-06-09,-300.00,Karen Jones,Returned ${referenceOf(loans[0])},${bankId()}`,
    );
    expect((await lineOf(whole)).mayReturnSplit).toMatchObject({
      lineId: paid.id,
      parts: [{ paymentId: again }, { paymentId: parts[1]?.id }],
    });
  });
});
