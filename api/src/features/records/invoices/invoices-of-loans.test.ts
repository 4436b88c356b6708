import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  done,
  draftOf,
  lineOf,
  openInvoiceOffice,
  type InvoiceOffice,
} from '../../../testing/invoice-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let test: TestApp;
let office: InvoiceOffice;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  office = await openInvoiceOffice(test);
});

describe('an invoice for a loan', () => {
  it('consists of the unpaid parts of the schedule, each part once', async () => {
    const loan = await office.heldLoan();
    const asked = await done(office.agent.get(`/api/loans/${loan.id}/invoiceable`));
    expect(asked).toMatchObject({ borrowerName: 'Layla Haddad', currency: 'USD' });
    expect(asked.dues.slice(0, 2)).toMatchObject([
      { number: 1, part: 'principal', invoicedBy: null },
      { number: 1, part: 'interest', openMinor: 1_200, invoicedBy: null },
    ]);
    const lines = [lineOf({ instalment: { number: 1, part: 'interest' } })];
    const { id } = await office.create(draftOf({ loanId: loan.id, lines }), office.agent);
    const dues = async () =>
      (await office.agent.get(`/api/loans/${loan.id}/invoiceable`)).body.dues;
    expect((await dues())[1].invoicedBy).toEqual({ id, number: null });
    await done(office.issue(id));
    expect((await dues())[1].invoicedBy.number).toBe('INV-2026-0001');
    await done(office.manager.post(`/api/invoices/${id}/voiding`, { reason: 'Wrong' }));
    expect((await dues())[1].invoicedBy).toBeNull();
  });

  it('is paid by payments of its loan, and unpaid again if one is reversed', async () => {
    const loan = await office.heldLoan();
    const { id } = await office.arrangeIssued({ loanId: loan.id });
    const [first, second] = [await office.pay(loan.id, 2_000), await office.pay(loan.id, 9_000)];
    const link = (paymentId: string) =>
      office.agent.post(`/api/invoices/${id}/payments/${paymentId}`);
    expect(await done(link(first))).toMatchObject({ status: 'part-paid', openMinor: 3_000 });
    // A link that is sent twice counts once.
    expect(await done(link(first))).toMatchObject({ openMinor: 3_000 });
    expect(await done(link(second))).toMatchObject({ status: 'paid', openMinor: 0 });
    const free = await done(office.agent.get(`/api/invoices/${id}/payments-to-link`));
    expect(free.payments).toMatchObject([{ id: second, freeMinor: 6_000 }]);
    const voided = await office.manager.post(`/api/invoices/${id}/voiding`, { reason: 'Wrong' });
    expect(voided.body.error).toBe('invoice_has_payments');

    await test.owner`
      insert into approval_rules (portfolio_id, kind, required, changed_by, changed_at)
      values (${office.portfolio.id}, 'reverse-payment', false, ${office.portfolio.manager.id}, now())`;
    const reversal = { id: uuidv7(), reason: 'Bounced' };
    await done(office.manager.post(`/api/loans/${loan.id}/payments/${second}/reversal`, reversal));
    const { body } = await office.read(id);
    expect(body).toMatchObject({ status: 'part-paid', openMinor: 3_000, paidMinor: 2_000 });
    expect(body.payments.map((one: { isReversed: boolean }) => one.isReversed)).toEqual([
      false,
      true,
    ]);
    expect((await link(second)).body.error).toBe('payment_is_used_up');
    await done(office.agent.post(`/api/invoices/${id}/payments/${first}/unlink`));
    expect((await office.read(id)).body.status).toBe('issued');
  });

  it('cannot use the part of a payment that another invoice uses at the same time', async () => {
    const loan = await office.heldLoan();
    const ids = [
      (await office.arrangeIssued({ loanId: loan.id })).id,
      (await office.arrangeIssued({ loanId: loan.id })).id,
    ];
    const paymentId = await office.pay(loan.id, 5_000);
    const answers = await Promise.all(
      ids.map((id) => office.manager.post(`/api/invoices/${id}/payments/${paymentId}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [sum] = await test.owner`
      select sum(amount_minor)::int as minor from invoice_payments where payment_id = ${paymentId}`;
    expect(sum?.['minor']).toBe(5_000);
  });

  describe('with credit', () => {
    // The first instalment is 106.62.
    const dueMinor = 10_662;
    const useCredit = { method: 'credit', overpaymentTreatment: 'next-instalments' };
    const pay = async (loanId: string, payment: object) => {
      const id = uuidv7();
      const base = { id, currency: 'USD', valueDate: '2026-06-15', method: 'cash' };
      await done(
        office.manager.post(`/api/loans/${loanId}/payments`, {
          ...base,
          overpaymentTreatment: 'credit',
          ...payment,
        }),
      );
      return id;
    };
    const issueTwo = async (loanId: string) => {
      const lines = [lineOf({ unitPriceMinor: dueMinor + 4_000 })];
      const { id } = await office.arrangeIssued({ loanId, lines });
      return [id, (await office.arrangeIssued({ loanId, lines })).id];
    };
    const link = (invoiceId: string, paymentId: string) =>
      office.manager.post(`/api/invoices/${invoiceId}/payments/${paymentId}`);

    it('is not paid by the part of a payment that became credit, which pays another', async () => {
      const { id: loanId } = await office.heldLoan();
      const first = await pay(loanId, { amountMinor: dueMinor + 4_000 });
      const second = await pay(loanId, { amountMinor: 4_000, ...useCredit });
      const [one, other] = await issueTwo(loanId);
      expect(await done(link(one, first))).toMatchObject({ paidMinor: dueMinor });
      expect(await done(link(other, second))).toMatchObject({ paidMinor: 4_000 });
      const free = await done(office.manager.get(`/api/invoices/${other}/payments-to-link`));
      expect(free.payments).toEqual([]);
    });

    it('is not paid again by money that became credit after it was linked', async () => {
      const { id: loanId } = await office.heldLoan();
      const first = await pay(loanId, { amountMinor: dueMinor, valueDate: '2026-06-10' });
      const [one, other] = await issueTwo(loanId);
      expect(await done(link(one, first))).toMatchObject({ paidMinor: dueMinor });
      const earlier = await pay(loanId, { amountMinor: 2_000, valueDate: '2026-06-05' });
      const ofCredit = await pay(loanId, { amountMinor: 2_000, ...useCredit });
      expect(await done(link(other, earlier))).toMatchObject({ paidMinor: 2_000 });
      expect((await link(other, ofCredit)).body.error).toBe('payment_is_used_up');
    });
  });

  it('accepts no payment of another loan, and without a loan accepts none', async () => {
    const [loan, other] = [await office.heldLoan(), await office.heldLoan()];
    const paymentId = await office.pay(other.id, 5_000);
    const [of, free] = [
      await office.arrangeIssued({ loanId: loan.id }),
      await office.arrangeIssued(),
    ];
    const linked = async (id: string) =>
      (await office.manager.post(`/api/invoices/${id}/payments/${paymentId}`)).body.error;
    expect(await linked(of.id)).toBe('payment_is_used_up');
    expect(await linked(free.id)).toBe('invoice_is_of_no_loan');
  });

  it('is visible to the loan’s present holder, and without a loan to its author and the manager', async () => {
    const loan = await office.heldLoan();
    const ofLoan = await office.create(draftOf({ loanId: loan.id }));
    const ofAgent = await office.create(draftOf(), office.agent);
    const ofManager = await office.create(draftOf());
    const seen = async (client: TestClient) =>
      (await done(client.get('/api/invoices?sort=created'))).rows.map(
        ({ id }: { id: string }) => id,
      );
    expect(await seen(office.agent)).toEqual([ofLoan.id, ofAgent.id]);
    expect(await seen(office.desk)).toEqual([ofLoan.id]);
    expect(await seen(office.manager)).toEqual([ofLoan.id, ofAgent.id, ofManager.id]);
    await test.owner`update loan_state set agent_id = null where loan_id = ${loan.id}`;
    expect(await seen(office.agent)).toEqual([ofAgent.id]);
    expect((await office.read(ofLoan.id, office.agent)).status).toBe(404);
  });
});

describe('the list of invoices', () => {
  it('finds, filters, sorts, pages and totals, with lateness by the portfolio’s business date', async () => {
    const loan = await office.heldLoan();
    const late = await office.arrangeIssued({
      dueOn: '2026-06-16',
      customerName: 'Ámira',
      loanId: loan.id,
    });
    const due = await office.arrangeIssued({
      dueOn: '2026-06-17',
      lines: [lineOf({ unitPriceMinor: 7_000 })],
    });
    const draft = await office.create(draftOf({ dueOn: '2026-06-18' }));
    // It is already 17 June in Auckland.
    test.clock.moveTo('2026-06-16T23:00:00Z');
    await test.owner`
      update portfolios set time_zone = 'Pacific/Auckland' where id = ${office.portfolio.id}`;
    const later = await test.signIn(office.portfolio.manager.email);
    const ids = async (query: string) =>
      (await done(later.get(`/api/invoices?${query}`))).rows.map(({ id }: { id: string }) => id);
    expect(await ids('status=overdue')).toEqual([late.id]);
    expect(await ids('status=draft,issued&sort=due')).toEqual([due.id, draft.id]);
    expect(await ids('q=amira%200001')).toEqual([late.id]);
    expect(await ids(`q=L-00000${loan.number}`)).toEqual([late.id]);
    expect(await ids(`loanId=${loan.id}`)).toEqual([late.id]);
    expect(await ids('dueFrom=2026-06-17&dueTo=2026-06-17')).toEqual([due.id]);
    expect(await ids('sort=-total')).toEqual([due.id, draft.id, late.id]);
    for (const sort of ['-created', 'created', 'due', '-total']) {
      const all = await ids(`sort=${sort}`);
      const first = await done(later.get(`/api/invoices?sort=${sort}&limit=2`));
      const rest = await ids(`sort=${sort}&after=${first.nextCursor}`);
      expect([...first.rows.map(({ id }: { id: string }) => id), ...rest], sort).toEqual(all);
    }
    const { sums } = await done(later.get('/api/invoices'));
    expect(sums).toEqual({
      count: 3,
      amounts: [{ currency: 'USD', totalMinor: 12_000, openMinor: 12_000, overdueMinor: 5_000 }],
    });
    const csv = await done(later.get('/api/invoices.csv?status=overdue'));
    expect(String(csv).split('\r\n').slice(0, 2).join('\n')).toBe(
      '\uFEFFnumber,kind,status,customer,loan,issued_on,due_on,currency,net,tax,total,open\n' +
        `INV-2026-0001,invoice,overdue,Ámira,L-00000${loan.number},2026-06-15,2026-06-16,USD,50.00,0.00,50.00,50.00`,
    );
  });
});
