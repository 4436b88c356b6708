import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type LoanWishes,
} from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice, paymentOf } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const FIRST_INTEREST = 1_200;

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
// Reversals need no approval in this file; approvals.test.ts tests those that do.
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
const agent = await signIn('agent');

describe('posting a payment', () => {
  it('allocates it as loan-maths does, and writes balances, balanced lines, income and an audit row', async () => {
    const loan = await arrangeHeld();
    const body = paymentOf();
    const answer = await agent.post(`/api/loans/${loan.id}/payments`, body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        payment: { principalMinor: INSTALMENT - FIRST_INTEREST, interestMinor: FIRST_INTEREST },
        outstandingMinor: 120_000 - (INSTALMENT - FIRST_INTEREST),
        loanStatus: 'active',
        replayed: false,
      },
    });
    const [state] = await test.owner`
      select outstanding_principal_minor, interest_paid_minor, oldest_unpaid_due_on, last_payment_on
      from loan_state where loan_id = ${loan.id}`;
    expect(state).toEqual({
      outstandingPrincipalMinor: 120_000 - (INSTALMENT - FIRST_INTEREST),
      interestPaidMinor: FIRST_INTEREST,
      oldestUnpaidDueOn: '2026-07-01',
      lastPaymentOn: '2026-06-01',
    });
    const lines = await test.owner`
      select line.account, line.debit_minor, line.credit_minor from ledger_lines line
      join ledger_transactions entry on entry.id = line.transaction_id
      where entry.source_id = ${body.id} order by line.number`;
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { account: 'cash', debitMinor: INSTALMENT, creditMinor: 0 },
      { account: 'loans-receivable', debitMinor: 0, creditMinor: INSTALMENT - FIRST_INTEREST },
      { account: 'interest-income', debitMinor: 0, creditMinor: FIRST_INTEREST },
    ]);
    const audits = await test.owner`
      select actor_id, request_id from audit_events
      where event = 'post-payment' and subject_id = ${loan.id}`;
    expect(audits).toHaveLength(1);
    expect(audits[0]?.['actorId']).toBe(portfolio.team.agent.id);
    expect(audits[0]?.['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('adds exactly its interest to the income of agent, team and manager', async () => {
    const loan = await arrangeHeld();
    const readers = await Promise.all(
      [portfolio.team.agent, portfolio.team.desk, portfolio.manager].map(({ email }) =>
        test.signIn(email),
      ),
    );
    const incomeOf = async (reader: TestClient) =>
      (await reader.get('/api/income?from=2026-06-01&to=2026-06-30')).body.total.interestMinor;
    const before = await Promise.all(readers.map(incomeOf));
    const { body } = await agent.post(`/api/loans/${loan.id}/payments`, paymentOf());
    const after = await Promise.all(readers.map(incomeOf));
    expect(after).toEqual(before.map((income) => income + body.payment.interestMinor));
    const stranger = await test.signIn(portfolio.otherTeam.desk.email);
    expect(await incomeOf(stranger)).toBe(0);
  });

  it('posts once when sent twice, at once or later, and returns the first posting', async () => {
    const loan = await arrangeHeld();
    const body = paymentOf();
    const path = `/api/loans/${loan.id}/payments`;
    const twice = await Promise.all([agent.post(path, body), agent.post(path, body)]);
    const later = await agent.post(path, body);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice.filter(({ body: posted }) => posted.replayed)).toHaveLength(1);
    expect(later.body).toMatchObject({ replayed: true, payment: { id: body.id } });
    const [count] = await test.owner`select count(*) as n from payments where loan_id = ${loan.id}`;
    expect(count?.['n']).toBe(1);
  });

  it('posts two simultaneous payments on one loan one after the other, both in full', async () => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/payments`;
    const answers = await Promise.all([
      agent.post(path, paymentOf()),
      agent.post(path, paymentOf({ method: 'cheque' })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [state] = await test.owner`
      select principal_paid_minor + interest_paid_minor as paid, oldest_unpaid_due_on
      from loan_state where loan_id = ${loan.id}`;
    expect(state).toEqual({ paid: 2 * INSTALMENT, oldestUnpaidDueOn: '2026-08-01' });
  });

  it('closes the loan with the last cent, and accepts no more', async () => {
    const loan = await arrangeHeld();
    const { body } = await agent.get(`/api/loans/${loan.id}`);
    const path = `/api/loans/${loan.id}/payments`;
    const all = await agent.post(
      path,
      paymentOf({ amountMinor: body.payoffMinor, valueDate: body.businessDate }),
    );
    expect(all.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    const more = await agent.post(path, paymentOf({ amountMinor: 1 }));
    expect(more).toMatchObject({ status: 409, body: { error: 'loan_is_closed' } });
  });

  it('requires confirmation of a possible duplicate, and names the first payment', async () => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/payments`;
    const first = paymentOf({ note: 'Receipt 17' });
    await agent.post(path, first);
    const second = paymentOf({ note: 'Receipt 18' });
    const asked = await agent.post(path, second);
    expect(asked).toMatchObject({
      status: 409,
      body: {
        error: 'payment_looks_posted_already',
        details: {
          paymentId: first.id,
          postedBy: expect.stringContaining('agent'),
          postedAt: test.clock.now().toISOString(),
          note: 'Receipt 17',
        },
      },
    });
    const elsewhere = await agent.post(path, { ...second, confirmedDuplicateOf: uuidv7() });
    expect(elsewhere.body.error).toBe('payment_looks_posted_already');
    const meant = { ...second, confirmedDuplicateOf: first.id };
    expect((await agent.post(path, meant)).body).toMatchObject({ replayed: false });
    expect((await agent.post(path, meant)).body).toMatchObject({ replayed: true });
    // Confirming the first duplicate does not confirm a second one posted since.
    const third = await agent.post(path, paymentOf({ confirmedDuplicateOf: first.id }));
    expect(third.body.details.paymentId).toBe(second.id);
    const [audit] = await test.owner`
      select after from audit_events
      where event = 'post-payment' and subject_id = ${loan.id} order by id desc limit 1`;
    expect(audit?.['after']).toMatchObject({
      paymentId: second.id,
      besides: first.id,
    });
  });

  it('records the possible duplicate in the audit trail', async () => {
    const loan = await arrangeHeld();
    const payment = paymentOf({ confirmedDuplicateOf: uuidv7() });
    const posted = await agent.post(`/api/loans/${loan.id}/payments`, payment);
    expect(posted.status).toBe(200);
    const [audit] = await test.owner`
      select after from audit_events
      where event = 'post-payment' and subject_id = ${loan.id} order by id desc limit 1`;
    expect(audit?.['after']).toMatchObject({ paymentId: payment.id });
    expect(audit?.['after']).not.toHaveProperty('besides');
  });

  it('requires confirmation also for two payments at the same moment', async () => {
    const loan = await arrangeHeld();
    const path = `/api/loans/${loan.id}/payments`;
    const answers = await Promise.all([
      agent.post(path, paymentOf()),
      agent.post(path, paymentOf()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  });

  it.each([{ amountMinor: INSTALMENT - 1 }, { valueDate: '2026-06-02' }, { method: 'cheque' }])(
    'needs no confirmation if the payment differs by %j or the first was reversed',
    async (difference) => {
      const loan = await arrangeHeld();
      const path = `/api/loans/${loan.id}/payments`;
      const first = paymentOf();
      await agent.post(path, first);
      expect((await agent.post(path, paymentOf(difference))).status).toBe(200);
      const manager = await signIn('manager');
      const reversal = { id: uuidv7(), reason: 'Typed on the wrong loan' };
      await manager.post(`${path}/${first.id}/reversal`, reversal);
      expect((await agent.post(path, paymentOf())).status).toBe(200);
    },
  );

  type Refused = { what: string; error: string; loan?: LoanWishes; sent?: object };
  const refusals: Refused[] = [
    { what: 'a different currency', error: 'currency_differs', sent: { currency: 'EUR' } },
    { what: 'a zero amount', error: 'amount_not_positive', sent: { amountMinor: 0 } },
    { what: 'a negative amount', error: 'amount_not_positive', sent: { amountMinor: -5 } },
    {
      what: 'a future value date',
      error: 'value_date_in_future',
      sent: { valueDate: '2026-06-16' },
    },
    {
      what: 'a value date before disbursement',
      error: 'value_date_before_disbursement',
      sent: { valueDate: '2026-04-30' },
    },
    {
      what: 'more than the payoff',
      error: 'amount_exceeds_payoff',
      sent: { amountMinor: 999_999 },
    },
  ];
  it.each(refusals)('refuses $what as $error, at its field', async ({ error, loan, sent }) => {
    const { id } = await arrangeHeld(loan);
    const answer = await agent.post(`/api/loans/${id}/payments`, paymentOf(sent));
    expect(answer.body).toMatchObject({ error, message: expect.stringMatching(/\.$/) });
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(sent ?? {}));
    const [count] = await test.owner`select count(*) as n from payments where loan_id = ${id}`;
    expect(count?.['n']).toBe(0);
  });

  it('refuses an id that has other content, on this loan or another', async () => {
    const loan = await arrangeHeld();
    const other = await arrangeHeld();
    const body = paymentOf();
    await agent.post(`/api/loans/${loan.id}/payments`, body);
    const changed = await agent.post(`/api/loans/${loan.id}/payments`, { ...body, amountMinor: 1 });
    const moved = await agent.post(`/api/loans/${other.id}/payments`, body);
    expect(changed.body.error).toBe('id_reused_with_different_content');
    expect(moved.body.error).toBe('id_reused_with_different_content');
  });

  it('answers 404 for a loan of another agent, team or portfolio', async () => {
    const elsewhere = await arrangePortfolio(test.owner, 'elsewhere');
    const foreign = await arrangeLoan(test.owner, elsewhere);
    const colleagues = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    for (const loan of [foreign, colleagues]) {
      const answer = await agent.post(`/api/loans/${loan.id}/payments`, paymentOf());
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });

  it('prevents every role from changing or deleting a posted payment', async () => {
    const reasons = [
      [test.database, /permission denied/],
      [test.owner, /never changed or removed/],
    ] as const;
    for (const [sql, reason] of reasons) {
      await expect(sql`update payments set amount_minor = 1`).rejects.toThrow(reason);
      await expect(sql`delete from ledger_lines`).rejects.toThrow(reason);
      await expect(sql`delete from audit_events`).rejects.toThrow(reason);
    }
  });

  it('refuses a ledger transaction that does not balance', async () => {
    const loan = await arrangeHeld();
    const id = uuidv7();
    const unbalanced = test.owner.begin(async (sql) => {
      await sql`
        insert into ledger_transactions
          (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
        values (${portfolio.id}, ${id}, ${loan.id}, 'post-payment', ${id}, '2026-06-01',
          ${portfolio.manager.id}, now())`;
      await sql`
        insert into ledger_lines (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
        values (${portfolio.id}, ${id}, 1, 'cash', 'USD', 100, 0),
          (${portfolio.id}, ${id}, 2, 'interest-income', 'USD', 0, 99)`;
    });
    await expect(unbalanced).rejects.toThrow(/does not balance/);
    const empty = test.owner`
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      values (${portfolio.id}, ${id}, ${loan.id}, 'post-payment', ${id}, '2026-06-01',
        ${portfolio.manager.id}, now())`;
    await expect(empty).rejects.toThrow(/has no lines/);
  });
});
