import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  done,
  draftOf,
  lineOf,
  openInvoiceOffice,
  type InvoiceOffice,
} from '../../../testing/invoice-office.ts';
import { changeInvoice } from '@bursar/contracts/records/invoices';
import { bodyOf } from '../../../testing/body-of.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let test: TestApp;
let office: InvoiceOffice;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  office = await openInvoiceOffice(test);
});

describe('an invoice', () => {
  it('has the total of its lines with tax, also as a draft', async () => {
    const made = await office.create(
      draftOf({
        lines: [
          lineOf({ quantity: '1.50', unitPriceMinor: 99, taxPercent: '7.5' }),
          lineOf({ description: 'Discount', unitPriceMinor: -49, taxPercent: '7.50' }),
          lineOf({ unitPriceMinor: 1_000 }),
        ],
      }),
    );
    expect(made).toMatchObject({
      status: 'draft',
      number: null,
      issuedOn: null,
      currency: 'USD',
      netMinor: 1_100,
      taxMinor: 8,
      totalMinor: 1_108,
      taxes: [
        { taxPercent: '0', netMinor: 1_000, taxMinor: 0 },
        { taxPercent: '7.5', netMinor: 100, taxMinor: 8 },
      ],
      issuer: { address: '', taxNumber: '', paymentDetails: '' },
    });
    expect(made.lines[0]).toMatchObject({ quantity: '1.5', taxPercent: '7.5', netMinor: 149 });
  });

  it('is created once per id, and refused with other content', async () => {
    const draft = draftOf();
    await office.create(draft);
    expect(await office.create(draft)).toMatchObject({ id: draft.id, version: 1 });
    const other = await office.manager.post('/api/invoices', { ...draft, note: 'Another' });
    expect([other.status, other.body.error]).toEqual([409, 'id_reused_with_different_content']);
  });

  it('gets the next number of its year when issued, and is never changed again', async () => {
    const first = await office.arrangeIssued();
    expect(first).toMatchObject({ number: 'INV-2026-0001', status: 'issued', openMinor: 5_000 });
    expect(first.issuedOn).toBe('2026-06-15');
    expect((await office.arrangeIssued()).number).toBe('INV-2026-0002');
    // Repeat the request, as if its answer had been lost.
    expect((await office.issue(first.id)).body.number).toBe('INV-2026-0001');
    const change = await office.manager.put(`/api/invoices/${first.id}`, {
      ...bodyOf(changeInvoice, { ...draftOf(), version: 2 }),
    });
    expect(change.body.error).toBe('invoice_is_no_draft');
    expect((await office.manager.post(`/api/invoices/${first.id}/removal`)).body.error).toBe(
      'invoice_is_no_draft',
    );
    for (const statement of [
      test.owner`update invoices set note = 'other' where id = ${first.id}`,
      test.owner`delete from invoices where id = ${first.id}`,
      test.owner`update invoice_lines set net_minor = 1 where invoice_id = ${first.id}`,
      test.owner`delete from invoice_lines where invoice_id = ${first.id}`,
    ]) {
      await expect(statement).rejects.toThrow('never changed or removed');
    }
    test.clock.moveTo('2027-01-02T12:00:00Z');
    const later = await test.signIn(office.portfolio.manager.email);
    expect((await office.arrangeIssued({ dueOn: '2027-02-01' }, later)).number).toBe(
      'INV-2027-0001',
    );
  });

  it('names the company as a draft and when issued, until the portfolio has an issuer', async () => {
    await test.owner`
      insert into companies (id, legal_name, address, registration_number, version, changed_by, changed_at)
      values (${uuidv7()}, 'Quay Finance LLC', '2 Quay Street', 'HC 204 118', 1,
        ${office.portfolio.manager.id}, now())`;
    onTestFinished(async () => {
      await test.owner`delete from companies`;
    });
    const company = { name: 'Quay Finance LLC', address: '2 Quay Street', taxNumber: '' };
    const { id, issuer } = await office.create(draftOf());
    expect(issuer).toMatchObject(company);
    expect((await done(office.issue(id))).issuer).toMatchObject(company);
    const own = { name: 'Harbour', address: '', taxNumber: 'T 1', paymentDetails: '', dueDays: 14 };
    await done(office.manager.put('/api/invoice-issuer', { ...own, version: 0 }));
    expect((await office.arrangeIssued()).issuer).toMatchObject({
      name: 'Harbour',
      address: '',
      taxNumber: 'T 1',
    });
    expect((await office.read(id)).body.issuer).toMatchObject(company);
  });

  it('gets numbers without gaps or repetition when many are issued at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        // Every third invoice has no lines, so that issuing it is refused within its transaction.
        const { id } = await office.create(draftOf(at % 3 === 2 ? { lines: [] } : {}));
        return id as string;
      }),
    );
    const answers = await Promise.all(
      ids.map((id, at) => office.issue(id, 1, at % 2 ? office.manager : office.desk)),
    );
    // A desk cannot see what the manager created, so those invoices are issued afterwards.
    const missed = ids.filter((_, at) => answers[at]?.status === 404);
    answers.push(...(await Promise.all(missed.map((id) => office.issue(id)))));
    const issued = answers.filter(({ status }) => status === 200).map(({ body }) => body.number);
    expect(issued.toSorted((one, other) => one.localeCompare(other))).toEqual(
      Array.from({ length: 8 }, (_, at) => `INV-2026-${String(at + 1).padStart(4, '0')}`),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error)).toEqual(Array(4).fill('invoice_has_no_lines'));
  });

  it('returns its number if the transaction fails', async () => {
    await office.arrangeIssued();
    const { id } = await office.create(draftOf());
    const failing = test.database.begin(async (transaction) => {
      await transaction`
        update invoice_series set last_number = last_number + 1
        where portfolio_id = ${office.portfolio.id}`;
      throw new Error('the machine stopped');
    });
    await expect(failing).rejects.toThrow('the machine stopped');
    expect((await done(office.issue(id))).number).toBe('INV-2026-0002');
  });

  it.each([
    ['changed_since', {}, 7],
    ['invoice_has_no_lines', { lines: [] }, 1],
    ['invoice_total_not_positive', { lines: [lineOf({ unitPriceMinor: 0 })] }, 1],
    ['day_passed', { dueOn: '2026-06-14' }, 1],
  ])('is not issued with %s', async (error, changes, version) => {
    const { id } = await office.create(draftOf(changes));
    const answer = await office.issue(id, version);
    expect([answer.body.error, (await office.read(id)).body.status]).toEqual([error, 'draft']);
  });

  it.each([
    ['name_missing', { customerName: '  ' }],
    ['text_missing', { lines: [lineOf({ description: ' ' })] }],
    [
      'invoice_total_too_large',
      {
        lines: Array.from({ length: 9 }, () =>
          lineOf({ quantity: '999999', unitPriceMinor: 1_000_000_000_000 }),
        ),
      },
    ],
    ['not_found', { loanId: uuidv7() }],
  ])('is not created with %s', async (error, changes) => {
    const answer = await office.manager.post('/api/invoices', draftOf(changes));
    expect(answer.body.error).toBe(error);
  });

  it('can be changed and deleted as a draft, once for each version', async () => {
    const { id, ...draft } = draftOf();
    await office.create({ id, ...draft });
    const { loanId: _, ...inputs } = draft;
    const change = { ...inputs, lines: [lineOf(), lineOf({ description: 'More' })], version: 1 };
    expect(await done(office.manager.put(`/api/invoices/${id}`, change))).toMatchObject({
      version: 2,
      totalMinor: 10_000,
    });
    const again = await office.manager.put(`/api/invoices/${id}`, change);
    expect(again.body.error).toBe('changed_since');
    await done(office.manager.post(`/api/invoices/${id}/removal`));
    expect((await office.read(id)).status).toBe(404);
    const events = await test.owner`
      select event from audit_events where subject_id = ${id} order by at, event`;
    expect(events.map(({ event }) => event)).toEqual([
      'change-invoice',
      'create-invoice',
      'remove-invoice',
    ]);
  });

  it('retains its number and the reason when it is voided', async () => {
    const { id } = await office.arrangeIssued();
    const without = await office.manager.post(`/api/invoices/${id}/voiding`, { reason: ' ' });
    expect(without.body.error).toBe('reason_missing');
    const voided = await done(
      office.manager.post(`/api/invoices/${id}/voiding`, { reason: 'Twice' }),
    );
    expect(voided).toMatchObject({ status: 'void', number: 'INV-2026-0001', openMinor: 0 });
    expect(voided).toMatchObject({ reason: 'Twice' });
    const again = await office.manager.post(`/api/invoices/${id}/voiding`, { reason: 'Twice' });
    expect(again.body.error).toBe('invoice_is_not_issued');
  });

  it('is credited once, by a credit note of the same series', async () => {
    const lines = [lineOf({ quantity: '3', unitPriceMinor: 333, taxPercent: '7.5' })];
    const { id } = await office.arrangeIssued({ lines });
    const credit = { id: uuidv7(), reason: 'Agreed on the phone' };
    const note = await done(office.manager.post(`/api/invoices/${id}/credit`, credit));
    expect(note).toMatchObject({
      kind: 'credit-note',
      status: 'credit',
      number: 'INV-2026-0002',
      totalMinor: -1_074,
      credits: { id, number: 'INV-2026-0001' },
    });
    expect((await office.manager.post(`/api/invoices/${id}/credit`, credit)).body.number).toBe(
      note.number,
    );
    const other = await office.manager.post(`/api/invoices/${id}/credit`, {
      ...credit,
      id: uuidv7(),
    });
    expect(other.body.error).toBe('invoice_is_credited');
    expect((await office.read(id)).body).toMatchObject({
      status: 'credited',
      openMinor: 0,
      creditedBy: { number: 'INV-2026-0002' },
    });
    const voided = await office.manager.post(`/api/invoices/${note.id}/voiding`, { reason: 'No' });
    expect(voided.body.error).toBe('invoice_is_not_issued');
  });

  it('shows the issuer as on the day it was issued, even if the issuer changes later', async () => {
    const issuer = {
      name: 'Harbour Credit LLC',
      address: '5 Quay\nDubai',
      taxNumber: '100-200-300',
      paymentDetails: 'IBAN AE07 0331',
      dueDays: 30,
    };
    const change = (version: number, changes: object = {}) =>
      office.manager.put('/api/invoice-issuer', { ...issuer, ...changes, version });
    expect((await done(office.manager.get('/api/invoice-issuer'))).version).toBe(0);
    expect(await done(change(0))).toMatchObject({ ...issuer, version: 1 });
    // The largest possible version is not the current one either.
    expect((await change(2 ** 31 - 1)).body.error).toBe('changed_since');
    const { id } = await office.arrangeIssued();
    expect((await change(0)).body.error).toBe('changed_since');
    await done(change(1, { name: 'Harbour Credit Ltd' }));
    const { dueDays: _, ...shown } = issuer;
    expect((await office.read(id)).body.issuer).toEqual(shown);
    expect((await office.create(draftOf())).issuer.name).toBe('Harbour Credit Ltd');
    expect((await office.desk.put('/api/invoice-issuer', { ...issuer, version: 2 })).status).toBe(
      403,
    );
  });
});
