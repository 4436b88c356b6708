import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeApprovalRule, arrangeLoan } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const test = await createTestApp();
let made = 0;

describe('undoing an assignment of more loans than one person may reassign', () => {
  let office: Office;
  let manager: TestClient;
  let batchId: string;
  let loanIds: string[];
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `undo${made}` });
    const { portfolio } = office;
    await arrangeApprovalRule(test.owner, portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans: 1,
    });
    manager = await office.signIn('manager');
    loanIds = [];
    for (let count = 0; count < 3; count += 1) {
      loanIds.push((await arrangeLoan(test.owner, portfolio)).id);
    }
    batchId = uuidv7();
    const given = await manager.post('/api/assignments', {
      id: batchId,
      selection: { loanIds },
      target: { kind: 'team', id: portfolio.team.id },
    });
    // These loans were unassigned, so assigning them takes nothing away.
    expect(given.body.outcome).toBe('assigned');
  });

  const undo = (client: TestClient, id = uuidv7()) =>
    client.post(`/api/assignments/${batchId}/undo`, { id });
  const countHeld = async () => {
    const rows = await test.owner`
      select from loan_state where loan_id = any(${loanIds}::uuid[]) and team_id is not null`;
    return rows.length;
  };
  const anotherManager = async () => {
    const email = `second.${made}@bursar.example`;
    await test.owner`
      insert into accounts (id, portfolio_id, role, email, name, password_hash)
      select gen_random_uuid(), portfolio_id, 'user', ${email}, 'Second manager', password_hash
      from accounts where id = ${office.portfolio.manager.id}`;
    return test.signIn(email);
  };
  const onDay = async (day: string) => {
    test.clock.moveTo(`${day}T09:00:00Z`);
    manager = await office.signIn('manager');
  };

  it('needs no approval by its author on the same day, because that is a correction', async () => {
    test.clock.moveTo('2026-06-15T12:25:00Z');
    expect((await undo(manager)).body).toMatchObject({ outcome: 'undone', count: 3 });
    expect(await countHeld()).toBe(0);
  });

  it('needs a second person on a later day, and takes effect once approved', async () => {
    await onDay('2026-06-16');
    const id = uuidv7();
    const asked = await undo(manager, id);
    expect(asked.body).toEqual({
      outcome: 'awaiting-approval',
      batchId: id,
      count: 3,
      replayed: false,
    });
    expect(await countHeld()).toBe(3);
    expect((await undo(manager, id)).body).toMatchObject({
      outcome: 'awaiting-approval',
      replayed: true,
    });
    expect((await undo(manager)).body.error).toBe('request_already_waiting');
    const { body: request } = await manager.get(`/api/approvals/${id}`);
    expect(request).toMatchObject({
      kind: 'undo-assignment',
      subject: 'delta',
      loans: 3,
      amountMinor: 360_000,
      before: { loans: 3, outstandingMinor: 360_000 },
      after: { loans: 0, outstandingMinor: 0 },
    });
    const second = await anotherManager();
    const decided = await second.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
    expect(decided.body.state).toBe('approved');
    expect(await countHeld()).toBe(0);
    expect((await undo(manager, id)).body).toMatchObject({ outcome: 'undone', replayed: true });
  });

  it('needs a second person if someone else made the batch, even on the same day', async () => {
    const second = await anotherManager();
    expect((await undo(second)).body.outcome).toBe('awaiting-approval');
    expect(await countHeld()).toBe(3);
  });

  it('fails if one of the loans was moved before the approval', async () => {
    await onDay('2026-06-16');
    const id = uuidv7();
    await undo(manager, id);
    test.clock.moveTo('2026-06-16T09:10:00Z');
    await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: loanIds.slice(0, 1) },
      target: { kind: 'take-back' },
    });
    const second = await anotherManager();
    const decided = await second.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
    expect(decided.body).toMatchObject({
      state: 'failed',
      failure: { code: 'loans_moved_since' },
    });
    expect(await countHeld()).toBe(2);
  });

  it('needs no approval up to the limit on any day', async () => {
    await test.owner`
      update approval_rules set limit_loans = 3 where portfolio_id = ${office.portfolio.id}`;
    await onDay('2026-06-16');
    expect((await undo(manager)).body.outcome).toBe('undone');
  });
});
