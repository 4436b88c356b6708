import { applicationEvents, applicationStatuses } from '@bursar/contracts/choices';
import type { ProductTerms } from '@bursar/contracts/product-terms';
import { transition } from '@bursar/loan-maths/lifecycle';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio, productTermsOf, type TestPortfolio } from '../../testing/arrange.ts';
import { checkBooks } from '../books/verify-books.ts';
import { paymentOf } from '../../testing/open-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

/** The clock of the tests stands on this day. */
const TODAY = '2026-06-15';

let test: TestApp;
let portfolio: TestPortfolio;
let manager: TestClient;
beforeAll(async () => {
  test = await createTestApp();
  portfolio = await arrangePortfolio(test.owner);
  manager = await test.signIn(portfolio.manager.email);
});

const product = async (changes: Partial<ProductTerms> = {}) => {
  const made = {
    id: uuidv7(),
    versionId: uuidv7(),
    name: uuidv7(),
    terms: productTermsOf(changes),
  };
  expect((await manager.post('/api/loan-products', made)).status).toBe(200);
  return made;
};

/** 12,000.00 over a year, paid out today. */
const asking = (productVersionId: string, changes: object = {}) => ({
  id: uuidv7(),
  borrower: { kind: 'new', id: uuidv7(), name: 'Amina Noor', phone: '+971501112233', email: '' },
  productVersionId,
  purpose: 'A van',
  principalMinor: 1_200_000,
  annualRatePercent: '12',
  instalmentCount: 12,
  disburseOn: TODAY,
  firstDueOn: '2026-07-15',
  ...changes,
});

const submit = (body: object) => manager.post('/api/applications', body);
const at = (id: string, part = '') => `/api/applications/${id}${part}`;
const decide = (id: string, event: string, reason = 'as agreed') =>
  manager.post(at(id, '/events'), { id: uuidv7(), event, reason });
const disbursing = (changes: object = {}) => {
  return { id: uuidv7(), disbursedOn: TODAY, firstDueOn: '2026-07-15', ...changes };
};
const disburse = (id: string, body = disbursing()) => manager.post(at(id, '/disbursement'), body);
const undo = (id: string) =>
  manager.post(at(id, '/undo-disbursement'), { id: uuidv7(), reason: 'wrong account' });

const submitted = async (changes: Partial<ProductTerms> = {}) => {
  const { versionId } = await product(changes);
  const body = asking(versionId);
  expect((await submit(body)).body).toMatchObject({ status: 'submitted' });
  return body.id;
};
const approved = async (changes: Partial<ProductTerms> = {}) => {
  const id = await submitted(changes);
  expect((await decide(id, 'approve', '')).body).toMatchObject({ status: 'approved' });
  return id;
};
const paidOut = async (changes: Partial<ProductTerms> = {}) => {
  const id = await approved(changes);
  const { body } = await disburse(id);
  expect(body).toMatchObject({ status: 'active' });
  return { id, loanId: String(body.loanId) };
};

const expectCleanBooks = async () => {
  const found = (await checkBooks(test.owner)).filter(({ count }) => count > 0);
  expect(found).toEqual([]);
};

/** What the ledger has from a loan, debits less credits, by account. */
const balancesOf = async (loanId: string) => {
  const rows = await test.owner<{ account: string; balance: number }[]>`
    select line.account, sum(line.debit_minor - line.credit_minor)::bigint as balance
    from ledger_lines line
    join ledger_transactions booked
      on booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
    where booked.loan_id = ${loanId} group by 1`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};

describe('an application', () => {
  it('is written down once with its new borrower, however often it is sent', async () => {
    const { versionId } = await product();
    const body = asking(versionId);
    const answers = [await submit(body), await submit(body)];
    expect(answers.map((answer) => answer.body.replayed)).toEqual([false, true]);
    const read = (await manager.get(at(body.id))).body;
    expect(read).toMatchObject({
      status: 'submitted',
      borrower: { id: body.borrower.id, name: 'Amina Noor' },
      principalMinor: 1_200_000,
      annualRatePercent: '12',
      productVersion: 1,
      events: [],
    });
    expect(read.reference).toMatch(/^A-\d{6}$/);
    const borrower = (await manager.get(`/api/borrowers/${body.borrower.id}`)).body;
    expect(borrower.contacts).toMatchObject([{ kind: 'phone', value: '+971501112233' }]);
    expect((await submit({ ...body, instalmentCount: 24 })).body.error).toBe(
      'id_reused_with_different_content',
    );
  });

  it.each([
    [{ principalMinor: 499_999 }, 'outside_product_terms', 'principalMinor'],
    [{ annualRatePercent: '24.01' }, 'outside_product_terms', 'annualRatePercent'],
    [{ instalmentCount: 61 }, 'outside_product_terms', 'instalmentCount'],
    [{ firstDueOn: '2026-06-14' }, 'first_due_before_disbursement', 'firstDueOn'],
    [{ borrower: { kind: 'known', id: uuidv7() } }, 'borrower_not_found', 'borrower'],
    [
      { borrower: { kind: 'new', id: uuidv7(), name: ' ', phone: '', email: '' } },
      'name_missing',
      'borrower.name',
    ],
    [{ productVersionId: uuidv7() }, 'product_not_found', 'productVersionId'],
  ])('is refused with %j as %s', async (changes, error, field) => {
    const { versionId } = await product();
    const { body } = await submit(asking(versionId, changes));
    expect([body.error, Object.keys(body.fields ?? {})]).toEqual([error, [field]]);
  });

  it('is told by amounts and rates what the product allows', async () => {
    const { versionId } = await product();
    const { body } = await submit(asking(versionId, { principalMinor: 1 }));
    expect(body.message).toBe('The product allows 5000.00 USD to 50000.00 USD.');
  });

  it('stands on the terms that are in force, and keeps them', async () => {
    const { id, versionId } = await product();
    const body = asking(versionId);
    await submit(body);
    const next = { id: uuidv7(), basedOn: 1, terms: productTermsOf({ instalmentCountMax: 6 }) };
    await manager.post(`/api/loan-products/${id}/versions`, {
      ...next,
      terms: productTermsOf({ principalMinMinor: 600_000 }),
    });
    expect((await submit(asking(versionId))).body.error).toBe('changed_since');
    expect((await manager.get(at(body.id))).body.terms.principalMinMinor).toBe(500_000);
    await manager.post(`/api/loan-products/${id}/archive`, {});
    const latest = (await manager.get(`/api/loan-products/${id}`)).body.latest.id;
    expect((await submit(asking(latest))).body.error).toBe('product_is_archived');
  });

  it('takes only borrowers of the portfolio, and is nobody else’s', async () => {
    const other = await arrangePortfolio(test.owner, 'two');
    const id = uuidv7();
    await test.owner`insert into borrowers (portfolio_id, id) values (${other.id}, ${id})`;
    const { versionId } = await product();
    const theirs = asking(versionId, { borrower: { kind: 'known', id } });
    expect((await submit(theirs)).body.error).toBe('borrower_not_found');

    const mine = await submitted();
    const stranger = await test.signIn(other.manager.email);
    expect((await stranger.get(at(mine))).status).toBe(404);
    expect((await stranger.post(at(mine, '/disbursement'), disbursing())).status).toBe(404);
    const desk = await test.signIn(portfolio.team.desk.email);
    expect((await desk.get(at(mine))).status).toBe(403);
  });

  it.each(
    applicationStatuses.flatMap((status) =>
      applicationEvents.map((event) => [status, event] as const),
    ),
  )('that is %s follows the arrows on %s', async (status, event) => {
    const id = await inStatus[status]();
    const answer = await happen[event](id);
    const moved = transition(status, event);
    expect(answer.body).toMatchObject(
      moved.ok
        ? { status: moved.state }
        : { error: 'loan_event_refused', details: { status, event } },
    );
  });

  it('that is sent twice at once is written down once', async () => {
    const { versionId } = await product();
    const body = asking(versionId);
    const answers = await Promise.all([submit(body), submit(body), submit(body)]);
    const replayed = answers.map((answer) => answer.body.replayed);
    expect(replayed.filter((one) => one === false)).toHaveLength(1);
    expect(replayed.filter((one) => one === true)).toHaveLength(2);
  });

  it('is not moved under an id that has moved another', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const event = { id: uuidv7(), event: 'approve', reason: '' };
    const answers = await Promise.all(
      [one, other].map((id) => manager.post(at(id, '/events'), event)),
    );
    expect(
      answers.map(({ body }) => body.error ?? body.status).toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['approved', 'id_reused_with_different_content']);
    const { loanId } = await paidOut();
    const third = await approved();
    expect((await disburse(third, disbursing({ id: loanId }))).body).toMatchObject({
      error: 'id_reused_with_different_content',
    });
  });

  it('says why it is not pursued, and is approved without a word', async () => {
    const id = await submitted();
    expect((await decide(id, 'reject', ' ')).body).toMatchObject({ error: 'reason_missing' });
    await decide(id, 'reject', 'too little income');
    expect((await manager.get(at(id))).body.events).toMatchObject([
      { event: 'reject', reason: 'too little income', madeBy: 'manager one' },
    ]);
  });

  it('is listed by what moved last and counted by state', async () => {
    const id = await submitted();
    const { body } = await manager.get('/api/applications?status=submitted&limit=1');
    expect(body.rows).toMatchObject([{ id }]);
    const all = (await manager.get('/api/applications?limit=200')).body;
    const counted = all.counts.find(({ status }: { status: string }) => status === 'submitted');
    const rows = all.rows.filter(({ status }: { status: string }) => status === 'submitted');
    expect(counted.count).toBe(rows.length);
    const second = await manager.get(`/api/applications?limit=1&after=${body.nextCursor}`);
    expect(second.body.rows[0].id).not.toBe(id);
    const { reference } = body.rows[0];
    expect((await manager.get(`/api/applications?q=${reference}`)).body.rows).toMatchObject([
      { id },
    ]);
  });
});

const happen = {
  approve: (id: string) => decide(id, 'approve'),
  reject: (id: string) => decide(id, 'reject'),
  withdraw: (id: string) => decide(id, 'withdraw'),
  'undo-approval': (id: string) => decide(id, 'undo-approval'),
  disburse: (id: string) => disburse(id),
  'undo-disbursement': undo,
};

const inStatus = {
  submitted,
  approved,
  active: async () => (await paidOut()).id,
  rejected: async () => {
    const id = await submitted();
    await decide(id, 'reject');
    return id;
  },
  withdrawn: async () => {
    const id = await submitted();
    await decide(id, 'withdraw');
    return id;
  },
};

describe('a disbursement', () => {
  it('books the loan with its schedule, less the fee that is withheld', async () => {
    const { loanId } = await paidOut();
    // 1.5 % of 12,000.00 is withheld.
    expect(await balancesOf(loanId)).toEqual({
      'loans-receivable': 1_200_000,
      cash: -1_182_000,
      'origination-fees': -18_000,
    });
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    expect(loan).toMatchObject({
      status: 'active',
      outstandingMinor: 1_200_000,
      disbursedOn: TODAY,
      firstDueOn: '2026-07-15',
      instalmentCount: 12,
      payoffMinor: 1_200_000,
    });
    expect(loan.instalments).toHaveLength(12);
    expect(loan.instalments[0]).toMatchObject({ dueOn: '2026-07-15', interestMinor: 12_000 });
    await expectCleanBooks();
  });

  it('happens once, however often and from however many sides it is sent', async () => {
    const id = await approved();
    const body = disbursing();
    const answers = await Promise.all([
      disburse(id, body),
      disburse(id, body),
      disburse(id, disbursing()),
    ]);
    const told = answers.map((answer) => answer.body.error ?? answer.body.status);
    expect(told.filter((one) => one === 'active').length).toBeGreaterThan(0);
    expect(told).toContain('loan_event_refused');
    const loans = await test.owner`
      select from ledger_transactions where event = 'disburse-loan' and loan_id in (
        select loan_id from application_events where application_id = ${id})`;
    expect(loans).toHaveLength(1);
  });

  it('charges the fee of each instalment, which is income once it is paid', async () => {
    const { loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    expect(loan.instalments.map(({ feeMinor }: { feeMinor: number }) => feeMinor)).toEqual(
      Array.from({ length: 12 }, () => 500),
    );
    const payment = paymentOf({ valueDate: TODAY, amountMinor: 10_000 });
    expect((await manager.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
    expect(await balancesOf(loanId)).toMatchObject({ 'fee-income': -500, 'deferred-fees': -5_500 });
    await expectCleanBooks();
  });

  it('is refused on a day to come, and before the first instalment', async () => {
    const id = await approved();
    const later = await disburse(id, disbursing({ disbursedOn: '2026-06-16' }));
    expect(later.body).toMatchObject({ error: 'value_date_in_future' });
    const before = await disburse(id, disbursing({ firstDueOn: '2026-06-14' }));
    expect(before.body).toMatchObject({ error: 'first_due_before_disbursement' });
  });

  it('on an earlier day makes what fell due since then overdue', async () => {
    const id = await approved();
    const { body } = await disburse(
      id,
      disbursing({ disbursedOn: '2026-03-15', firstDueOn: '2026-04-15' }),
    );
    const loan = (await manager.get(`/api/loans/${body.loanId}`)).body;
    expect(loan).toMatchObject({ daysPastDue: 61, bucket: '61-90' });
    await expectCleanBooks();
  });

  it('is taken back by opposite entries, and can be made again', async () => {
    const { id, loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    expect((await undo(id)).body).toMatchObject({ status: 'approved', loanId: null });
    const balances = Object.values(await balancesOf(loanId));
    expect(balances.every((balance) => balance === 0)).toBe(true);
    expect((await manager.get(`/api/loans/${loanId}`)).status).toBe(404);
    await expectCleanBooks();
    const again = await disburse(id);
    expect(again.body).toMatchObject({ status: 'active' });
    expect(again.body.loanId).not.toBe(loanId);
    await expectCleanBooks();
  });

  it('is taken back or paid on, never both, where both are sent at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, loanId } = await paidOut();
      const payment = paymentOf({ valueDate: TODAY, amountMinor: 5_000 });
      const [undone, paid] = await Promise.all([
        undo(id),
        manager.post(`/api/loans/${loanId}/payments`, payment),
      ]);
      expect([undone.status, paid.status].toSorted((one, other) => one - other)).toEqual(
        undone.status === 200 ? [200, 404] : [200, 409],
      );
    }
    await expectCleanBooks();
  });

  it.each<[string, (loanId: string) => Promise<{ status: number }>]>([
    [
      'charged it, in the very moment of the payout',
      (loanId) =>
        manager.post(`/api/loans/${loanId}/charges`, {
          id: uuidv7(),
          portion: 'fee',
          kind: 'reminder',
          amountMinor: 500,
          currency: 'USD',
          dueOn: TODAY,
          reason: 'reminded',
        }),
    ],
    [
      'assigned it',
      (loanId) =>
        manager.post('/api/assignments', {
          id: uuidv7(),
          selection: { loanIds: [loanId] },
          target: { kind: 'team', id: portfolio.team.id },
        }),
    ],
    [
      'written a note on it',
      (loanId) => manager.post(`/api/loans/${loanId}/notes`, { id: uuidv7(), text: 'called' }),
    ],
  ])('stays once somebody has %s', async (_, work) => {
    const { id, loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    const done = await work(loanId);
    expect([done.status, done]).toMatchObject([200, {}]);
    expect((await undo(id)).body).toMatchObject({ error: 'loan_worked_on_since' });
  });

  it('stays once somebody has paid', async () => {
    const { id, loanId } = await paidOut();
    const payment = paymentOf({ valueDate: TODAY, amountMinor: 5_000 });
    expect((await manager.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({ error: 'loan_worked_on_since' });
  });
});
