import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangeReach, arrangeStep } from '../../../testing/letter-office.ts';
import { mergingBy } from '../../../testing/merging.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { clientWithKey, type TestClient } from '../../../testing/test-app.ts';

/**
 * These tests cover the commands that write their audit rows in bulk, or in a job after the call.
 */
describe('the audit trail of a call with an API key', () => {
  let office: Office;
  let manager: TestClient;
  let program: TestClient;
  let seen: string[];
  beforeAll(async () => {
    office = await openOffice();
    manager = await office.signIn('manager');
    program = await clientWithKey(office.test.app, manager, {
      name: 'Nightly job',
      permissions: [
        'assign-loans',
        'close-day',
        'import-tape',
        'manage-borrowers',
        'merge-borrowers',
        'read-loans',
        'release-letters',
      ],
    });
  });
  const look = async () => {
    const rows = await office.test.owner<{ id: string }[]>`select id from audit_events`;
    seen = rows.map(({ id }) => id);
  };
  beforeEach(look);

  /**
   * Returns the events that accounts caused since the last `look`, each with whether all of its
   * rows name the key.
   */
  async function auditedSince(): Promise<Record<string, boolean>> {
    const rows = await office.test.owner<{ event: string; isNamed: boolean }[]>`
      select event, bool_and(coalesce(after ->> 'apiKey', '') = 'Nightly job') as is_named
      from audit_events where id <> all(${seen}::uuid[]) and actor_id is not null group by event`;
    return Object.fromEntries(rows.map(({ event, isNamed }) => [event, isNamed]));
  }

  const named = (...events: readonly string[]) =>
    Object.fromEntries(events.map((event) => [event, true]));

  async function send(path: string, body: object = {}) {
    const answer = await program.post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  it('names the key in assignments and their undo', async () => {
    const { id: loanId } = await office.arrangeHeld({ agentId: null });
    const { agent } = office.portfolio.team;
    const { batchId } = await send('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loanId] },
      target: { kind: 'agent', id: agent.id },
    });
    await send(`/api/assignments/${batchId}/undo`, { id: uuidv7() });
    expect(await auditedSince()).toEqual(named('assign-loans', 'undo-assignment'));
  });

  it('names the key in absence covers that begin and end', async () => {
    await office.arrangeHeld();
    const { agent, otherAgent } = office.portfolio.team;
    const id = uuidv7();
    await send('/api/handovers', {
      id,
      agentId: agent.id,
      standInIds: [otherAgent.id],
      fromOn: '2026-06-15',
      untilOn: '2026-06-20',
    });
    await send(`/api/handovers/${id}/end`);
    expect(await auditedSince()).toEqual(named('assign-loans', 'end-handover', 'make-handover'));
  });

  it('names the key in merges, on both records and on each loan', async () => {
    const { arrangePerson, command, send: merge } = mergingBy(manager, office);
    const [one, other] = [await arrangePerson(), await arrangePerson()];
    const { status } = await merge(one.id, await command(one.id, other.id), program);
    expect(status).toBe(200);
    expect(await auditedSince()).toEqual(named('merge-borrowers'));
  });

  it('names the key in proposed and released messages', async () => {
    const { id: loanId } = await office.arrangeHeld();
    await arrangeReach(manager, loanId, { phone: '+14155552671', language: 'en' });
    await arrangeStep(manager);
    await look();
    await send('/api/message-batches');
    const { batches } = (await program.get('/api/message-batches')).body;
    const released = { id: uuidv7(), leaveOut: [] };
    expect(await send(`/api/message-batches/${batches[0].id}/release`, released)).toMatchObject({
      sent: 1,
    });
    expect(await auditedSince()).toEqual(
      named('propose-messages', 'release-messages', 'send-message'),
    );
  });

  it('names the key in a day that it closed', async () => {
    await send('/api/closings', { day: '2026-06-14' });
    expect(await auditedSince()).toEqual(named('close-day'));
  });

  const tapeOf = (cells: { paid: string; paidOn: string; grade: string }) =>
    Buffer.from(
      [
        'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,' +
          'first_due_on,status,principal_paid,interest_paid,last_payment_on,grade,team',
        `A-1,Ada Byron,1000.00,0,2,2026-01-01,2026-02-01,active,${cells.paid},0,${cells.paidOn},` +
          `${cells.grade},delta`,
      ].join('\n'),
    );

  /** Polls until the import has left a state, as the screen does. */
  async function leave(state: string, id: string) {
    for (;;) {
      const { body } = await program.get(`/api/imports/${id}`);
      if (body.state !== state) return body;
    }
  }

  async function book(tape: Buffer, cutOffOn: string): Promise<string> {
    const id = uuidv7();
    const query = `id=${id}&fileName=tape.csv&cutOffOn=${cutOffOn}`;
    expect((await program.upload(`/api/imports?${query}`, tape)).status).toBe(200);
    await leave('checking', id);
    await send(`/api/imports/${id}/book`);
    expect(await leave('booking', id)).toMatchObject({ state: 'booked' });
    return id;
  }

  it('names the key in imports that a job books, and in their undo', async () => {
    const first = await book(tapeOf({ paid: '0', paidOn: '', grade: 'C' }), '2026-01-10');
    const paid = { paid: '500.00', paidOn: '2026-02-01', grade: 'D' };
    const newer = await book(tapeOf(paid), '2026-03-10');
    const booked = ['board-loan', 'book-import', 'assign-loans', 'post-payment'];
    expect(await auditedSince()).toEqual(named(...booked, 'update-from-tape'));
    await send(`/api/imports/${newer}/undo`);
    await send(`/api/imports/${first}/undo`);
    const undone = ['undo-import', 'reverse-payment', 'undo-assignment'];
    expect(await auditedSince()).toEqual(named(...booked, 'update-from-tape', ...undone));
  });
});
