import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
} from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

/**
 * The principal of the loans, which run from 1 May. The first instalment of 106.62 was due on 1
 * June; today is 15 June.
 */
const PRINCIPAL = 120_000;

/** One person is enough for a write-off in `office`; `asking` has the default rule. */
let office: Office;
let asking: Office;
let manager: TestClient;
let agent: TestClient;
beforeAll(async () => {
  office = await openOffice();
  asking = await openOffice({ test: office.test, tag: 'asking' });
  manager = await office.signIn('manager');
  agent = await office.signIn('agent');
  for (const kind of ['write-off-loan', 'reverse-payment'] as const) {
    await arrangeApprovalRule(office.test.owner, office.portfolio, { kind, required: false });
  }
});

const writeOff = (loanId: string, wishes: object = {}, client = manager) =>
  client.post(`/api/loans/${loanId}/write-off`, {
    id: uuidv7(),
    reason: 'Bankrupt',
    principalMinor: PRINCIPAL,
    ...wishes,
  });
const undo = (loanId: string, wishes: object = {}, client = manager) =>
  client.post(`/api/loans/${loanId}/undo-write-off`, { id: uuidv7(), reason: 'Paid', ...wishes });
const recover = (loanId: string, wishes: object = {}, client = agent) =>
  client.post(
    `/api/loans/${loanId}/payments`,
    paymentOf({ amountMinor: 5_000, valueDate: '2026-06-15', ...wishes }),
  );
const stateOf = async (loanId: string) => {
  const [row] = await office.test.owner`select * from loan_state where loan_id = ${loanId}`;
  return { ...row };
};
const linesOf = async (event: string, loanId: string) => {
  const rows = await office.test.owner`
    select line.account, line.debit_minor, line.credit_minor
    from ledger_lines line join ledger_transactions entry
      on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
    where entry.event = ${event} and entry.loan_id = ${loanId}
    order by entry.number, line.number`;
  return rows.map(({ account, debitMinor, creditMinor }) => [account, debitMinor, creditMinor]);
};
const auditsOf = (event: string, loanId: string) => office.test.owner`
  select actor_id, before, after from audit_events
  where event = ${event} and subject_id = ${loanId} order by at, id`;
const isQueued = async (loanId: string) => {
  const { body } = await agent.get('/api/work/queue');
  return JSON.stringify(body.items).includes(loanId);
};
const countActive = async () =>
  (await manager.get('/api/loans?view=all&status=active')).body.sums.count;

describe('a write-off', () => {
  it('previews the loss, the unbooked interest and the remaining income', async () => {
    const loan = await office.arrangeHeld();
    await recover(loan.id, { amountMinor: INSTALMENT, valueDate: '2026-06-01' });
    const { body } = await manager.get(`/api/loans/${loan.id}/write-off-preview`);
    expect(body).toEqual({
      currency: 'USD',
      needsApproval: false,
      principalMinor: PRINCIPAL - (INSTALMENT - 1_200),
      unpaid: { interestMinor: 0, feeMinor: 0, penaltyMinor: 0 },
      received: { interestMinor: 1_200, feeMinor: 0, penaltyMinor: 0 },
    });
    const late = await office.arrangeHeld();
    const preview = await manager.get(`/api/loans/${late.id}/write-off-preview`);
    expect(preview.body).toMatchObject({
      principalMinor: PRINCIPAL,
      unpaid: { interestMinor: 1_200 },
      received: { interestMinor: 0 },
    });
  });

  it('books the principal as a loss, and removes the loan from arrears, dues and totals', async () => {
    const loan = await office.arrangeHeld();
    const active = await countActive();
    expect(await isQueued(loan.id)).toBe(true);
    expect((await writeOff(loan.id)).body).toEqual({
      outcome: 'done',
      loanStatus: 'written_off',
      outstandingMinor: 0,
      writtenOffPrincipalMinor: PRINCIPAL,
      replayed: false,
    });
    expect(await stateOf(loan.id)).toMatchObject({
      status: 'written_off',
      outstandingPrincipalMinor: 0,
      writtenOffPrincipalMinor: PRINCIPAL,
    });
    expect(await countActive()).toBe(active - 1);
    expect(await isQueued(loan.id)).toBe(false);
    const { body: read } = await manager.get(`/api/loans/${loan.id}`);
    expect(read).toMatchObject({
      status: 'written_off',
      outstandingMinor: 0,
      dueMinor: 0,
      arrearsMinor: 0,
      nextDueOn: null,
      daysPastDue: 0,
      loss: { writtenOffOn: '2026-06-15', recoveredMinor: 0 },
    });
    expect(await linesOf('write-off-loan', loan.id)).toEqual([
      ['write-off-expense', PRINCIPAL, 0],
      ['loans-receivable', 0, PRINCIPAL],
    ]);
    expect(await auditsOf('write-off-loan', loan.id)).toMatchObject([
      {
        actorId: office.portfolio.manager.id,
        before: { status: 'active', outstandingMinor: PRINCIPAL },
        after: { status: 'written_off', reason: 'Bankrupt', valueDate: '2026-06-15' },
      },
    ]);
    const { body } = await manager.get(`/api/loans/${loan.id}/write-offs`);
    expect(body).toMatchObject({
      currency: 'USD',
      writeOffs: [{ event: 'write-off-loan', principalMinor: PRINCIPAL, reason: 'Bankrupt' }],
    });
  });

  it('happens once under its id, and is refused under it with other content', async () => {
    const loan = await office.arrangeHeld();
    const other = await office.arrangeHeld();
    const id = uuidv7();
    const answers = await Promise.all([writeOff(loan.id, { id }), writeOff(loan.id, { id })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    const conflict = { status: 409, body: { error: 'id_reused_with_different_content' } };
    expect(await writeOff(loan.id, { id, reason: 'Else' })).toMatchObject(conflict);
    expect(await writeOff(loan.id, { id, principalMinor: 1 })).toMatchObject(conflict);
    expect(await writeOff(other.id, { id })).toMatchObject(conflict);
    expect(await undo(loan.id, { id, reason: 'Bankrupt' })).toMatchObject(conflict);
    expect(await linesOf('write-off-loan', loan.id)).toHaveLength(2);
  });

  it('is refused without a reason, with a different amount, and in a state that does not allow it', async () => {
    const loan = await office.arrangeHeld();
    expect((await writeOff(loan.id, { reason: ' ' })).body).toMatchObject({
      error: 'reason_missing',
      fields: { reason: 'Enter a reason.' },
    });
    expect((await writeOff(loan.id, { principalMinor: 1 })).body.error).toBe('loss_changed_since');
    expect((await undo(loan.id)).body).toMatchObject({
      error: 'loan_event_refused',
      details: { status: 'active', event: 'undo-write-off' },
      message: 'You cannot undo-write-off, because the status is “active”.',
    });
    const closed = await office.arrangeHeld({ status: 'closed' });
    for (const answer of [
      await writeOff(closed.id, { principalMinor: 0 }),
      await manager.get(`/api/loans/${closed.id}/write-off-preview`),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: 'loan_event_refused', details: { status: 'closed', event: 'write-off' } },
      });
    }
    expect(await linesOf('write-off-loan', loan.id)).toEqual([]);
  });

  it('is possible only for managers, on loans of their portfolio', async () => {
    const loan = await office.arrangeHeld();
    const desk = await office.signIn('desk');
    expect((await writeOff(loan.id, {}, desk)).status).toBe(403);
    const elsewhere = await arrangePortfolio(office.test.owner, 'elsewhere');
    const foreign = await arrangeLoan(office.test.owner, elsewhere);
    for (const answer of [
      await writeOff(foreign.id),
      await undo(foreign.id),
      await manager.get(`/api/loans/${foreign.id}/write-off-preview`),
      await manager.get(`/api/loans/${foreign.id}/undo-write-off-preview`),
      await manager.get(`/api/loans/${foreign.id}/write-offs`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });

  it('is protected from changes by the database', async () => {
    const loan = await office.arrangeHeld();
    await writeOff(loan.id);
    await expect(office.test.database`delete from loan_write_offs`).rejects.toThrow(/denied/);
    await expect(office.test.owner`delete from loan_write_offs`).rejects.toThrow(/never changed/);
  });
});

describe('undoing a write-off', () => {
  it('leaves the loan as if it had never been written off', async () => {
    const loan = await office.arrangeHeld();
    await recover(loan.id, { valueDate: '2026-06-02' });
    const { body: before } = await manager.get(`/api/loans/${loan.id}`);
    const principalMinor = before.outstandingMinor;
    await writeOff(loan.id, { principalMinor });
    const preview = await manager.get(`/api/loans/${loan.id}/undo-write-off-preview`);
    expect(preview.body).toEqual({
      currency: 'USD',
      needsApproval: false,
      principalMinor,
      penaltyMinor: 0,
      arrearsMinor: INSTALMENT - 5_000,
      oldestUnpaidDueOn: '2026-06-01',
    });
    expect((await undo(loan.id)).body).toMatchObject({
      outcome: 'done',
      loanStatus: 'active',
      writtenOffPrincipalMinor: 0,
    });
    expect((await manager.get(`/api/loans/${loan.id}`)).body).toEqual(before);
    expect(before).toMatchObject({ arrearsMinor: INSTALMENT - 5_000, daysPastDue: 14 });
    expect(await linesOf('undo-write-off', loan.id)).toMatchObject([
      ['write-off-expense', 0, principalMinor],
      ['loans-receivable', principalMinor, 0],
    ]);
    expect(await auditsOf('undo-write-off', loan.id)).toMatchObject([
      { before: { status: 'written_off' }, after: { status: 'active', reason: 'Paid' } },
    ]);
  });

  it('is refused until the recoveries are reversed', async () => {
    const loan = await office.arrangeHeld();
    await writeOff(loan.id);
    const { body } = await recover(loan.id);
    const preview = await manager.get(`/api/loans/${loan.id}/undo-write-off-preview`);
    expect(preview.body.error).toBe('write_off_has_recoveries');
    expect((await undo(loan.id)).body.error).toBe('write_off_has_recoveries');
    await manager.post(`/api/loans/${loan.id}/payments/${body.payment.id}/reversal`, {
      id: uuidv7(),
      reason: 'Bounced',
    });
    expect((await undo(loan.id)).body).toMatchObject({ outcome: 'done', loanStatus: 'active' });
  });
});

describe('money received on a written-off loan', () => {
  it('is a recovery, which pays no instalment and is no income', async () => {
    const loan = await office.arrangeHeld();
    await writeOff(loan.id);
    const before = await stateOf(loan.id);
    const { body } = await recover(loan.id);
    expect(body).toMatchObject({
      loanStatus: 'written_off',
      outstandingMinor: 0,
      payment: { amountMinor: 5_000, recoveredMinor: 5_000, principalMinor: 0, interestMinor: 0 },
    });
    expect(await stateOf(loan.id)).toEqual({
      ...before,
      lastPaymentOn: '2026-06-15',
      version: Number(before['version']) + 1,
    });
    expect(await linesOf('recover-loan', loan.id)).toEqual([
      ['cash', 5_000, 0],
      ['recoveries', 0, 5_000],
    ]);
    const income = await agent.get('/api/income/payments?from=2026-06-15&to=2026-06-15');
    expect(JSON.stringify(income.body.rows)).not.toContain(loan.id);
    const days = await office.test.owner`select from income_days where day = '2026-06-15'`;
    expect(days).toHaveLength(0);
    const { body: dashboard } = await agent.get('/api/dashboard');
    expect(dashboard.latestPayments[0]).toMatchObject({ loanId: loan.id, recoveredMinor: 5_000 });
    expect(await auditsOf('recover-loan', loan.id)).toMatchObject([
      { after: { status: 'written_off', amountMinor: 5_000, paymentId: body.payment.id } },
    ]);
    expect((await agent.get(`/api/loans/${loan.id}`)).body).toMatchObject({
      paymentRefusal: null,
      loss: {
        writtenOffOn: '2026-06-15',
        recoveredMinor: 5_000,
        recoverableMinor: 127_942 - 5_000,
      },
    });
  });

  it('is limited to the recoverable amount, and its reversal leaves the loan written off', async () => {
    const loan = await office.arrangeHeld();
    await writeOff(loan.id);
    const { body: read } = await agent.get(`/api/loans/${loan.id}`);
    const tooMuch = await recover(loan.id, { amountMinor: read.loss.recoverableMinor + 1 });
    expect(tooMuch.body).toMatchObject({
      error: 'amount_exceeds_recoverable',
      details: { recoverableMinor: read.loss.recoverableMinor },
    });
    const all = await recover(loan.id, { amountMinor: read.loss.recoverableMinor });
    expect(all.body).toMatchObject({ loanStatus: 'written_off' });
    expect((await recover(loan.id, { amountMinor: 1 })).body).toMatchObject({
      error: 'loss_is_recovered',
    });
    expect((await agent.get(`/api/loans/${loan.id}`)).body).toMatchObject({
      paymentRefusal: 'loss_is_recovered',
      loss: { recoverableMinor: 0 },
    });
    const path = `/api/loans/${loan.id}/payments/${all.body.payment.id}`;
    const preview = await manager.get(`${path}/reversal-preview`);
    expect(preview.body).toMatchObject({ after: { loanStatus: 'written_off' }, reallocated: [] });
    const reversed = await manager.post(`${path}/reversal`, { id: uuidv7(), reason: 'Bounced' });
    expect(reversed.body).toMatchObject({ outcome: 'reversed', loanStatus: 'written_off' });
    const { recoverableMinor } = read.loss;
    expect(await linesOf('reverse-payment', loan.id)).toEqual([
      ['cash', 0, recoverableMinor],
      ['recoveries', recoverableMinor, 0],
    ]);
    expect((await agent.get(`/api/loans/${loan.id}`)).body.loss).toEqual(read.loss);
  });

  it('cannot be dated before the write-off, and leaves earlier payments unchanged', async () => {
    const loan = await office.arrangeHeld();
    const { body } = await recover(loan.id, { valueDate: '2026-06-02' });
    await writeOff(loan.id, { principalMinor: body.outstandingMinor });
    expect(
      (await recover(loan.id, { valueDate: '2026-06-14', method: 'card' })).body,
    ).toMatchObject({
      error: 'value_date_before_write_off',
      details: { writtenOffOn: '2026-06-15' },
    });
    const path = `/api/loans/${loan.id}/payments/${body.payment.id}`;
    const reversal = await manager.post(`${path}/reversal`, { id: uuidv7(), reason: 'Bounced' });
    expect(reversal.body).toMatchObject({
      error: 'loan_is_written_off',
      message: 'The loan is written off. Undo the write-off first.',
    });
  });
});

describe('a write-off that needs a second person', () => {
  let admin: TestClient;
  let asker: TestClient;
  beforeAll(async () => {
    admin = await office.test.signIn((await arrangeAdmin(office.test.owner)).email);
    asker = await asking.signIn('manager');
  });
  const ask = (loanId: string, wishes: object = {}) => writeOff(loanId, wishes, asker);
  const decide = (id: string) =>
    admin.post(`/api/approvals/${id}/decision`, { decision: 'approve', reason: '' });

  it('stores its figures until the approval runs it, and its undo works the same way', async () => {
    const loan = await asking.arrangeHeld();
    const preview = await asker.get(`/api/loans/${loan.id}/write-off-preview`);
    expect(preview.body.needsApproval).toBe(true);
    const id = uuidv7();
    const asked = { outcome: 'awaiting-approval', loanStatus: 'active', replayed: false };
    expect((await ask(loan.id, { id })).body).toMatchObject(asked);
    expect((await ask(loan.id, { id })).body).toMatchObject({ ...asked, replayed: true });
    expect((await ask(loan.id)).body.error).toBe('request_already_waiting');
    expect((await admin.get(`/api/approvals/${id}`)).body).toMatchObject({
      kind: 'write-off-loan',
      amountMinor: PRINCIPAL,
      before: { loanStatus: 'active', outstandingMinor: PRINCIPAL },
      after: { loanStatus: 'written_off', writtenOffPrincipalMinor: PRINCIPAL },
      mayDecide: true,
    });
    expect(await stateOf(loan.id)).toMatchObject({ status: 'active' });
    expect(
      (await asker.post(`/api/approvals/${id}/decision`, { decision: 'approve' })).body,
    ).toMatchObject({ error: 'own_request' });
    expect((await decide(id)).body.state).toBe('approved');
    expect(await stateOf(loan.id)).toMatchObject({ status: 'written_off' });
    const undoId = uuidv7();
    expect((await undo(loan.id, { id: undoId }, asker)).body.outcome).toBe('awaiting-approval');
    expect((await decide(undoId)).body.state).toBe('approved');
    expect(await stateOf(loan.id)).toMatchObject({ status: 'active' });
  });

  it('fails with a reason if the loan owes a different amount at the approval', async () => {
    const loan = await asking.arrangeHeld();
    const id = uuidv7();
    await ask(loan.id, { id });
    await recover(loan.id, { valueDate: '2026-06-02' }, asker);
    expect((await decide(id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'loss_changed_since' },
    });
    expect(await stateOf(loan.id)).toMatchObject({ status: 'active' });
  });

  it('needs no approval once an administrator allows one person', async () => {
    const loan = await asking.arrangeHeld();
    const path = `/api/approval-rules/${asking.portfolio.id}/write-off-loan`;
    expect((await admin.put(path, { required: false })).status).toBe(200);
    expect((await ask(loan.id)).body.outcome).toBe('done');
    expect((await undo(loan.id, {}, asker)).body.outcome).toBe('done');
  });
});
