import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  done,
  draftOf,
  openInvoiceOffice,
  receiptOf,
  type InvoiceOffice,
} from '../../../testing/invoice-office.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let office: InvoiceOffice;
let invoiceId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  office = await openInvoiceOffice(test);
  invoiceId = (await office.arrangeIssued()).id;
});

const receive = (receipt: object, id = invoiceId) =>
  office.manager.post(`/api/invoices/${id}/receipts`, receipt);
const takeBack = (receiptId: string, body: object = { id: uuidv7(), reason: 'a wrong invoice' }) =>
  office.manager.post(`/api/invoices/${invoiceId}/receipts/${receiptId}/reversal`, body);

describe('a receipt on an invoice without a loan', () => {
  it('can pay the invoice in parts, which every view shows', async () => {
    const first = receiptOf({ amountMinor: 2_000, method: 'cash', reference: ' Till 3 ' });
    expect(await done(receive(first))).toMatchObject({
      status: 'part-paid',
      paidMinor: 2_000,
      openMinor: 3_000,
      payments: [
        { id: first.id, kind: 'receipt', method: 'cash', reference: 'Till 3', isReversed: false },
      ],
    });
    const rest = receiptOf({ amountMinor: 3_000 });
    expect(await done(receive(rest))).toMatchObject({ status: 'paid', openMinor: 0 });
    const { rows, sums } = (await office.manager.get('/api/invoices?status=paid')).body;
    expect(rows).toMatchObject([{ id: invoiceId, openMinor: 0 }]);
    expect(sums.amounts).toMatchObject([{ totalMinor: 5_000, openMinor: 0 }]);
    const [audited] = await test.owner`
      select after from audit_events where event = 'record-receipt' and subject_id = ${invoiceId}
      order by at, id limit 1`;
    expect(audited?.after).toMatchObject({ receiptId: first.id, amountMinor: 2_000 });
  });

  it('is recorded once per id, and refused with other content', async () => {
    const receipt = receiptOf({ amountMinor: 2_000 });
    await done(receive(receipt));
    expect(await done(receive(receipt))).toMatchObject({ paidMinor: 2_000 });
    const other = (await office.arrangeIssued()).id;
    const answers = [
      await receive({ ...receipt, amountMinor: 2_001 }),
      await receive({ ...receipt, reference: 'another' }),
      await receive(receipt, other),
    ];
    expect(answers.map(({ body }) => body.error)).toEqual(
      Array.from({ length: 3 }, () => 'id_reused_with_different_content'),
    );
  });

  it.each([
    [{ amountMinor: 0 }, 'amount_not_positive', 'amountMinor'],
    [{ amountMinor: 5_001 }, 'amount_exceeds_open', 'amountMinor'],
    [{ valueDate: '2026-06-16' }, 'value_date_in_future', 'valueDate'],
    [{ valueDate: '2026-06-14' }, 'value_date_before_issue', 'valueDate'],
  ])('is refused with %j as %s', async (changes, error, field) => {
    const { body } = await receive(receiptOf(changes));
    expect([body.error, Object.keys(body.fields ?? {})]).toEqual([error, [field]]);
  });

  it('is refused on a draft, a void, credited or paid invoice, and on an invoice for a loan', async () => {
    const refusalOf = async (id: string) => (await receive(receiptOf(), id)).body.error;
    const { id: draft } = await office.create(draftOf());
    expect(await refusalOf(draft)).toBe('invoice_is_not_issued');
    const { id: voided } = await office.arrangeIssued();
    await done(office.manager.post(`/api/invoices/${voided}/voiding`, { reason: 'wrong' }));
    expect(await refusalOf(voided)).toBe('invoice_is_not_issued');
    const { id: credited } = await office.arrangeIssued();
    const credit = { id: uuidv7(), reason: 'wrong' };
    await done(office.manager.post(`/api/invoices/${credited}/credit`, credit));
    expect(await refusalOf(credited)).toBe('invoice_is_credited');
    await done(receive(receiptOf()));
    expect(await refusalOf(invoiceId)).toBe('invoice_is_paid');
    const { id: loanId } = await office.heldLoan();
    const { id: ofLoan } = await office.arrangeIssued({ loanId });
    expect(await refusalOf(ofLoan)).toBe('invoice_is_of_loan');
  });

  it('prevents voiding or crediting the invoice until it is reversed', async () => {
    const receipt = receiptOf({ amountMinor: 1 });
    await done(receive(receipt));
    const voiding = () =>
      office.manager.post(`/api/invoices/${invoiceId}/voiding`, { reason: 'wrong' });
    expect((await voiding()).body.error).toBe('invoice_has_payments');
    await done(takeBack(receipt.id));
    expect(await done(voiding())).toMatchObject({ status: 'void' });
  });

  it('never exceeds the open amount, even if recorded simultaneously', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => receive(receiptOf({ amountMinor: 2_000 }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await office.read(invoiceId)).body).toMatchObject({ paidMinor: 4_000 });
  });

  it('is refused for strangers and for a colleague who did not create the invoice', async () => {
    for (const client of [office.desk, office.agent]) {
      const answer = await client.post(`/api/invoices/${invoiceId}/receipts`, receiptOf());
      expect(answer.status).toBe(404);
    }
  });
});

describe('a reversed receipt', () => {
  it('stays readable with its reason, and its amount is open again', async () => {
    const receipt = receiptOf();
    await done(receive(receipt));
    expect(await done(takeBack(receipt.id))).toMatchObject({
      status: 'issued',
      paidMinor: 0,
      openMinor: 5_000,
      payments: [{ id: receipt.id, isReversed: true, reason: 'a wrong invoice' }],
    });
    expect(await done(receive(receiptOf()))).toMatchObject({ status: 'paid' });
  });

  it('is reversed once, with a reason, and a repeated request gets the same answer', async () => {
    const receipt = receiptOf();
    await done(receive(receipt));
    const body = { id: uuidv7(), reason: 'a wrong invoice' };
    expect((await takeBack(receipt.id, { ...body, reason: ' ' })).body.error).toBe(
      'reason_missing',
    );
    await done(takeBack(receipt.id, body));
    expect(await done(takeBack(receipt.id, body))).toMatchObject({ paidMinor: 0 });
    expect((await takeBack(receipt.id, { ...body, reason: 'else' })).body.error).toBe(
      'id_reused_with_different_content',
    );
    expect((await takeBack(receipt.id)).body.error).toBe('receipt_already_reversed');
    expect((await takeBack(uuidv7())).status).toBe(404);
  });

  it('is protected from changes by the database', async () => {
    const receipt = receiptOf();
    await done(receive(receipt));
    await expect(
      test.database`update invoice_receipts set amount_minor = 1 where id = ${receipt.id}`,
    ).rejects.toThrow(/permission denied/);
    await expect(test.owner`delete from invoice_receipts where id = ${receipt.id}`).rejects.toThrow(
      /never changed or removed/,
    );
  });
});
