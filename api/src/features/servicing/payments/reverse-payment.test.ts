import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice, paymentOf } from '../../../testing/open-office.ts';

const FIRST_INTEREST = 1_200;

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
// Reversals need no approval in this file; approvals.test.ts tests those that do.
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
const desk = await signIn('desk');

describe('reversing a payment', () => {
  const post = async (loanId: string, wishes: object = {}): Promise<string> => {
    const body = paymentOf(wishes);
    const answer = await desk.post(`/api/loans/${loanId}/payments`, body);
    expect(answer).toMatchObject({ status: 200 });
    return body.id;
  };

  const pathOf = (loanId: string, paymentId: string) =>
    `/api/loans/${loanId}/payments/${paymentId}/reversal`;
  const reverse = (loanId: string, paymentId: string, body: object = {}) =>
    desk.post(pathOf(loanId, paymentId), { id: uuidv7(), reason: 'the cheque bounced', ...body });

  /**
   * Reads all figures that payments change, with the allocation of each payment that is not
   * reversed.
   */
  const moneyOf = async (loanId: string) => {
    const [state] = await test.owner`
      select status, outstanding_principal_minor, principal_paid_minor, interest_paid_minor,
        fees_paid_minor, penalties_paid_minor, oldest_unpaid_due_on, oldest_unpaid_minor,
        last_payment_on
      from loan_state where loan_id = ${loanId}`;
    const instalments = await test.owner`
      select number, principal_paid_minor, interest_paid_minor from instalments
      where loan_id = ${loanId} order by number`;
    const accounts = await test.owner`
      select line.account, sum(line.debit_minor - line.credit_minor)::bigint as balance
      from ledger_lines line join ledger_transactions entry on entry.id = line.transaction_id
      where entry.loan_id = ${loanId}
      group by line.account having sum(line.debit_minor - line.credit_minor) <> 0 order by 1`;
    const received = await test.owner`
      select day, team_id, agent_id, principal_minor, interest_minor from income_days
      where principal_minor <> 0 or interest_minor <> 0 order by day, team_id, agent_id`;
    const splits = await test.owner`
      select value_date, amount_minor, principal_minor, interest_minor from effective_payments
      where loan_id = ${loanId} and reversal_id is null order by value_date, amount_minor`;
    return {
      state: { ...state },
      instalments: instalments.map((row) => ({ ...row })),
      accounts: accounts.map((row) => ({ ...row })),
      received: received.map((row) => ({ ...row })),
      splits: splits.map((row) => ({ ...row })),
    };
  };

  const incomeOfDay = async (day: string) => {
    const agent = await test.signIn(portfolio.team.agent.email);
    const { body } = await agent.get(`/api/income?from=${day}&to=${day}`);
    return body.total;
  };

  it('restores the latest payment’s balances, with opposite lines, income of its day and holder, and an audit row', async () => {
    const loan = await arrangeHeld();
    const before = await moneyOf(loan.id);
    const income = await incomeOfDay('2026-06-02');
    const paymentId = await post(loan.id, { valueDate: '2026-06-02' });
    await test.owner`
      update loan_state set team_id = ${portfolio.otherTeam.id}, agent_id = null
      where loan_id = ${loan.id}`;
    const manager = await test.signIn(portfolio.manager.email);
    const id = uuidv7();
    const answer = await manager.post(pathOf(loan.id, paymentId), { id, reason: 'bounced' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        payment: { id: paymentId, reversal: { id, reason: 'bounced', reversedBy: 'manager one' } },
        outstandingMinor: 120_000,
        loanStatus: 'active',
        replayed: false,
      },
    });
    expect(await moneyOf(loan.id)).toEqual(before);
    expect(await incomeOfDay('2026-06-02')).toEqual(income);
    const lines = await test.owner`
      select line.account, line.debit_minor, line.credit_minor, entry.event, entry.value_date
      from ledger_lines line join ledger_transactions entry on entry.id = line.transaction_id
      where entry.source_id = ${id} order by line.number`;
    const event = { event: 'reverse-payment', valueDate: '2026-06-02' };
    const principal = INSTALMENT - FIRST_INTEREST;
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { ...event, account: 'cash', debitMinor: 0, creditMinor: INSTALMENT },
      { ...event, account: 'loans-receivable', debitMinor: principal, creditMinor: 0 },
      { ...event, account: 'interest-income', debitMinor: FIRST_INTEREST, creditMinor: 0 },
    ]);
    const audits = await test.owner`
      select actor_id, after from audit_events
      where event = 'reverse-payment' and subject_id = ${loan.id}`;
    expect(audits.map((row) => ({ ...row }))).toMatchObject([
      { actorId: portfolio.manager.id, after: { paymentId, reason: 'bounced', reallocated: 0 } },
    ]);
  });

  it('reallocates later payments, with balanced entries', async () => {
    const loan = await arrangeHeld();
    const alone = await arrangeHeld();
    const first = await post(loan.id);
    await post(loan.id, { valueDate: '2026-06-05', amountMinor: 5_000 });
    await post(alone.id, { valueDate: '2026-06-05', amountMinor: 5_000 });
    const previewed = await desk.get(`/api/loans/${loan.id}/payments/${first}/reversal-preview`);
    expect(previewed.body).toMatchObject({
      before: { loanStatus: 'active', oldestUnpaidDueOn: '2026-07-01' },
      after: { loanStatus: 'active', oldestUnpaidDueOn: '2026-06-01' },
      reallocated: [
        {
          valueDate: '2026-06-05',
          amountMinor: 5_000,
          before: { interestMinor: 1_105, principalMinor: 3_895 },
          after: { interestMinor: 1_200, principalMinor: 3_800 },
        },
      ],
    });
    const answer = await reverse(loan.id, first);
    expect(answer.body.outstandingMinor).toBe(previewed.body.after.outstandingMinor);
    expect(await moneyOf(loan.id)).toEqual(await moneyOf(alone.id));
    const { body } = await desk.get(`/api/loans/${loan.id}/payments`);
    expect(body.payments).toMatchObject([
      { amountMinor: 5_000, interestMinor: 1_200, reallocations: 1, reversal: null },
      { amountMinor: INSTALMENT, reallocations: 0, reversal: { reversedBy: 'delta-desk one' } },
    ]);
    const reallocations = await test.owner`
      select line.account, line.debit_minor - line.credit_minor as moved
      from ledger_lines line join ledger_transactions entry on entry.id = line.transaction_id
      where entry.loan_id = ${loan.id} and entry.event = 'reallocate-payment' order by line.number`;
    expect(reallocations.map((row) => ({ ...row }))).toEqual([
      { account: 'loans-receivable', moved: 95 },
      { account: 'interest-income', moved: -95 },
    ]);
  });

  it.each([
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])('leaves a loan as if nothing was paid after %i, %i and %i are reversed', async (...order) => {
    const loan = await arrangeHeld();
    const before = await moneyOf(loan.id);
    const income = await incomeOfDay('2026-06-10');
    const valueDate = '2026-06-10';
    const payments = [
      await post(loan.id, { valueDate }),
      await post(loan.id, { valueDate, amountMinor: 777 }),
      await post(loan.id, { valueDate, amountMinor: 30_000 }),
    ];
    for (const index of order) {
      expect((await reverse(loan.id, payments[index] ?? '')).status).toBe(200);
    }
    expect(await moneyOf(loan.id)).toEqual(before);
    expect(await incomeOfDay('2026-06-10')).toEqual(income);
  });

  it('allocates a backdated payment by its date, and reallocates later ones', async () => {
    const loan = await arrangeHeld();
    const inOrder = await arrangeHeld();
    await post(loan.id, { valueDate: '2026-06-10', amountMinor: 20_000 });
    await post(loan.id, { valueDate: '2026-05-20', amountMinor: 7_000 });
    await post(inOrder.id, { valueDate: '2026-05-20', amountMinor: 7_000 });
    await post(inOrder.id, { valueDate: '2026-06-10', amountMinor: 20_000 });
    expect(await moneyOf(loan.id)).toEqual(await moneyOf(inOrder.id));
    const audits = await test.owner`
      select after -> 'reallocated' as reallocated from audit_events
      where event = 'post-payment' and subject_id = ${loan.id} order by at, id`;
    expect(audits.map((row) => row['reallocated'])).toEqual([0, 1]);
  });

  it('reopens a closed loan', async () => {
    const loan = await arrangeHeld();
    const { body } = await desk.get(`/api/loans/${loan.id}`);
    const last = await post(loan.id, {
      amountMinor: body.payoffMinor,
      valueDate: body.businessDate,
    });
    expect((await moneyOf(loan.id)).state).toMatchObject({ status: 'closed' });
    const answer = await reverse(loan.id, last);
    expect(answer.body).toMatchObject({ loanStatus: 'active', outstandingMinor: 120_000 });
  });

  it('reverses once when sent twice, at once or later, also under a new id', async () => {
    const loan = await arrangeHeld();
    const paymentId = await post(loan.id);
    const body = { id: uuidv7(), reason: 'bounced' };
    const twice = await Promise.all([
      reverse(loan.id, paymentId, body),
      reverse(loan.id, paymentId, body),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice.filter((answer) => answer.body.replayed)).toHaveLength(1);
    const changed = await reverse(loan.id, paymentId, { ...body, reason: 'else' });
    expect(changed.body.error).toBe('id_reused_with_different_content');
    expect((await reverse(loan.id, paymentId)).body.error).toBe('payment_already_reversed');
    const rows = await test.owner`select from payment_reversals where payment_id = ${paymentId}`;
    expect(rows).toHaveLength(1);
  });

  it('accepts one of two simultaneous reversals of the same payment', async () => {
    const loan = await arrangeHeld();
    const paymentId = await post(loan.id);
    const answers = await Promise.all([reverse(loan.id, paymentId), reverse(loan.id, paymentId)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toBe('payment_already_reversed');
  });

  it('refuses a missing reason, a written-off loan and an unknown payment', async () => {
    const loan = await arrangeHeld();
    const other = await arrangeHeld();
    const paymentId = await post(loan.id);
    const silent = await reverse(loan.id, paymentId, { reason: '  ' });
    expect(silent.body).toMatchObject({
      error: 'reason_missing',
      fields: { reason: 'Enter a reason.' },
    });
    expect((await reverse(other.id, paymentId)).status).toBe(404);
    expect((await reverse(loan.id, uuidv7())).status).toBe(404);
    const stranger = await test.signIn(portfolio.otherTeam.desk.email);
    const body = { id: uuidv7(), reason: 'mine' };
    expect((await stranger.post(pathOf(loan.id, paymentId), body)).status).toBe(404);
    await test.owner`update loan_state set status = 'written_off' where loan_id = ${loan.id}`;
    expect((await reverse(loan.id, paymentId)).body.error).toBe('loan_is_written_off');
    const rows = await test.owner`select from payment_reversals where loan_id = ${loan.id}`;
    expect(rows).toHaveLength(0);
  });

  it('prevents changes and deletion of reversals and reallocations', async () => {
    for (const table of [
      'payment_reversals',
      'payment_reallocations',
      'reallocation_allocations',
    ]) {
      await expect(test.database.unsafe(`delete from ${table}`)).rejects.toThrow(/denied/);
      await expect(test.owner.unsafe(`delete from ${table}`)).rejects.toThrow(/never changed/);
    }
  });
});
