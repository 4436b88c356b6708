import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { runReconciliationChecks } from '../../control/reconciliation/reconcile.ts';

const office = await openOffice();
const { owner } = office.test;
await arrangeApprovalRule(owner, office.portfolio, { kind: 'write-off-loan', required: false });
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');

const writeOff = (loanId: string, wishes: object) =>
  manager.post(`/api/loans/${loanId}/write-off`, { id: uuidv7(), reason: 'Bankrupt', ...wishes });
const undo = (loanId: string) =>
  manager.post(`/api/loans/${loanId}/undo-write-off`, { id: uuidv7(), reason: 'Paid' });
const recover = (loanId: string, wishes: object) =>
  agent.post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: '2026-06-15', ...wishes }));

it('a written-off loan accepts recoveries up to the claim of its schedule, to the cent', async () => {
  // 1,000.00 of principal with interest of 10.00, 6.70 and 3.37.
  const wishes = { principalMinor: 100_000, instalmentCount: 3 };
  const inParts = await office.arrangeHeld(wishes);
  const atOnce = await office.arrangeHeld(wishes);
  for (const { id } of [inParts, atOnce]) {
    expect((await writeOff(id, { principalMinor: 100_000 })).status).toBe(200);
    const { body } = await agent.get(`/api/loans/${id}`);
    expect(body.loss).toMatchObject({ recoverableMinor: 102_007 });
  }
  const sent = [60_000, 60_000, 42_012, 42_011, 2_010, 1];
  const answers: unknown[] = [];
  for (const amountMinor of sent) {
    const { status, body } = await recover(inParts.id, { amountMinor });
    answers.push(status === 200 ? 'booked' : [body.error, body.details.recoverableMinor]);
  }
  const left = ['amount_exceeds_recoverable', 42_007];
  expect(answers).toEqual(['booked', left, left, left, 'booked', 'booked']);
  expect((await recover(inParts.id, { amountMinor: 39_996 })).status).toBe(200);
  expect((await recover(atOnce.id, { amountMinor: 102_007 })).status).toBe(200);
  for (const { id } of [inParts, atOnce]) {
    const more = await recover(id, { amountMinor: 1 });
    expect(more.body).toMatchObject({ error: 'loss_is_recovered' });
    expect((await agent.get(`/api/loans/${id}`)).body).toMatchObject({
      paymentRefusal: 'loss_is_recovered',
      loss: { recoveredMinor: 102_007, recoverableMinor: 0 },
    });
  }
});

it('a loan that owes charges but no principal is written off, and verifying the books accepts it', async () => {
  const { id } = await office.arrangeHeld();
  await owner`update loan_state set outstanding_principal_minor = 0 where loan_id = ${id}`;
  const differences = async () => {
    const checked = await runReconciliationChecks(owner);
    return checked.find((one) => one.id === 'write-offs')?.differences;
  };
  expect((await writeOff(id, { principalMinor: 0 })).status).toBe(200);
  expect(await differences()).toEqual([]);
  expect((await undo(id)).status).toBe(200);
  expect(await differences()).toEqual([]);
});
