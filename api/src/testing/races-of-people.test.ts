import { uuidv7 } from 'uuidv7';
import { describe, expect } from 'vitest';
import { undoImport } from '../features/intake/imports/book/undo-import.ts';
import { arrangeApprovalRule } from './arrange.ts';
import { generateTape } from '../seed/generate-tape.ts';
import { applicationOf, productOf } from './lending.ts';
import { identityDocumentOf } from './identity-document-of.ts';
import { openImportOffice } from './import-office.ts';
import { expectStatuses, move, openRaceOffice, pay, reverse } from './race-office.ts';

const { portfolio, arrangeHeld, arrangeLoans, manager, secondManager, desk, agent, test, run } =
  await openRaceOffice();
const { team, otherTeam } = portfolio;
const { owner } = test;
await arrangeApprovalRule(owner, portfolio, { kind: 'reverse-payment', required: true });

/** Requests a reversal that waits for approval; returns its id and loan. */
async function askReversal() {
  const { id: loanId } = await arrangeHeld();
  const { body } = await pay(desk, loanId);
  const requestId = uuidv7();
  const asked = await reverse(desk, loanId, body.payment.id, requestId);
  expect(asked.body).toMatchObject({ outcome: 'awaiting-approval' });
  return { loanId, requestId };
}

const decide = (client: typeof manager, requestId: string, decision: 'approve' | 'decline') =>
  client.post(`/api/approvals/${requestId}/decision`, { decision, reason: 'looked at it' });

async function expectDecidedOnce(loanId: string, requestId: string): Promise<void> {
  const [request] = await owner<{ state: string; reversals: number }[]>`
    select state, (select count(*) from payment_reversals where loan_id = ${loanId}) as reversals
    from approvals where id = ${requestId}`;
  expect(request?.reversals).toBe(request?.state === 'approved' ? 1 : 0);
}

/**
 * Creates another agent in the team, so that a race can suspend an agent whom no other race uses.
 */
async function addAgent(): Promise<string> {
  const id = uuidv7();
  await owner`
    insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
    select ${id}, portfolio_id, team_id, role, ${`${id}@bursar.example`}, 'New agent', password_hash
    from accounts where id = ${team.agent.id}`;
  return id;
}

const consent = (client: typeof manager, borrowerId: string, state: 'given' | 'withdrawn') =>
  client.post(`/api/borrowers/${borrowerId}/consents`, {
    id: uuidv7(),
    channel: 'sms',
    state,
    means: 'spoken',
  });

const writeNote = (client: typeof manager, loanId: string, id = uuidv7()) =>
  client.post(`/api/loans/${loanId}/notes`, { id, text: 'Moved house' });

const borrowerOf = async (loanId: string): Promise<string> => {
  const [row] = await owner<{ id: string }[]>`
    select borrower_id as id from loans where id = ${loanId}`;
  return row?.id ?? '';
};

/** Creates two borrowers with a loan each. */
async function arrangeTwo() {
  const [one, two] = [await arrangeHeld(), await arrangeHeld()];
  const ids = [await borrowerOf(one.id), await borrowerOf(two.id)] as const;
  return { ids, loanIds: [one.id, two.id] as const };
}

const merge = (client: typeof manager, survivorId: string, merged: string, id = uuidv7()) =>
  client.post(`/api/borrowers/${survivorId}/merges`, {
    id,
    mergedBorrowerId: merged,
    taken: ['name'],
    version: 1,
    mergedVersion: 1,
    reason: 'the same person',
  });

/** Expects that no loan, application, call-centre patient or merge refers to a merged record. */
async function expectNothingStray(): Promise<void> {
  const stray = await owner`
    select from borrowers former
    where former.merged_into is not null and (
      exists (select from loans loan where loan.borrower_id = former.id)
      or exists (select from loan_applications asked where asked.borrower_id = former.id)
      or exists (select from call_centre_patients called where called.borrower_id = former.id)
      or exists (select from borrowers other
        where other.id = former.merged_into and other.merged_into is not null))`;
  expect(stray).toHaveLength(0);
}

describe('simultaneous changes of borrowers and accounts', () => {
  run({
    'two merges in opposite directions': async () => {
      const { ids } = await arrangeTwo();
      const answers = await Promise.all([
        merge(manager, ids[0], ids[1]),
        merge(secondManager, ids[1], ids[0]),
      ]);
      expectStatuses(answers, [200, 409]);
      await expectNothingStray();
    },
    'a chain of merges, a payment and a consent': async () => {
      const { ids, loanIds } = await arrangeTwo();
      const third = await borrowerOf((await arrangeHeld()).id);
      const [first, second, paid, posted] = await Promise.all([
        merge(manager, ids[0], ids[1]),
        merge(secondManager, third, ids[0]),
        pay(agent, loanIds[1]),
        consent(agent, ids[1], 'withdrawn'),
      ]);
      expectStatuses([first, second], [200, 409]);
      expect(paid.status).toBe(200);
      expectStatuses([posted], [200], [409]);
      const [counts] = await owner<{ kept: number; moved: number }[]>`
        select count(*) filter (where borrower_id in (${ids[0]}, ${third})) as kept,
          count(*) as moved
        from borrower_consents where borrower_id in (${ids[0]}, ${ids[1]}, ${third})`;
      // A consent recorded before the merge is carried over; after the merge its borrower no longer
      // exists.
      if (first.status === 200) expect(counts?.kept).toBe(posted.status === 200 ? 1 : 0);
      await expectNothingStray();
    },
    'one identity document added to two borrowers': async () => {
      const { ids } = await arrangeTwo();
      const number = uuidv7();
      const add = (client: typeof manager, id: string) =>
        client.post(`/api/borrowers/${id}/identity-documents`, identityDocumentOf({ number }));
      const answers = await Promise.all([
        add(manager, ids[0]),
        add(secondManager, ids[1]),
        add(agent, ids[0]),
      ]);
      expectStatuses(answers, [200, 409, 409]);
      const [stored] = await owner<{ count: number }[]>`
        select count(*) from borrower_identity_documents where borrower_id in ${owner([...ids])}`;
      expect(stored?.count).toBe(1);
    },
    'a merge and an identity document of either record': async () => {
      const { ids } = await arrangeTwo();
      const add = (client: typeof manager, id: string) =>
        client.post(`/api/borrowers/${id}/identity-documents`, identityDocumentOf());
      const [merged, onSurvivor, onOther] = await Promise.all([
        merge(manager, ids[0], ids[1]),
        add(secondManager, ids[0]),
        add(agent, ids[1]),
      ]);
      expectStatuses([merged, onSurvivor], [200, 200]);
      expectStatuses([onOther], [200], [409]);
      const [stray] = await owner<{ count: number }[]>`
        select count(*) from borrower_identity_documents where borrower_id = ${ids[1]}`;
      expect(stray?.count).toBe(0);
      await expectNothingStray();
    },
    'a merge and a change of either record': async () => {
      const { ids } = await arrangeTwo();
      const change = (client: typeof manager, id: string) =>
        client.put(`/api/borrowers/${id}`, { region: 'Dubai', contacts: [], version: 1 });
      const [merged, ...changed] = await Promise.all([
        merge(manager, ids[0], ids[1]),
        change(secondManager, ids[0]),
        change(agent, ids[1]),
      ]);
      if (merged.status === 200) expectStatuses(changed, [409, 409]);
      else expect(merged.body.error).toBe('changed_since');
      await expectNothingStray();
    },
    'a merge and an application of the merged-away borrower': async () => {
      const { ids } = await arrangeTwo();
      const product = productOf();
      await manager.post('/api/loan-products', product);
      const borrower = { kind: 'known', id: ids[1] };
      const application = applicationOf(product.versionId, { borrower });
      const [merged, applied] = await Promise.all([
        merge(manager, ids[0], ids[1]),
        secondManager.post('/api/applications', application),
      ]);
      expect(merged.status).toBe(200);
      expectStatuses([applied], [200], [404]);
      await expectNothingStray();
    },
    'an approval and its withdrawal': async () => {
      const { loanId, requestId } = await askReversal();
      const answers = await Promise.all([
        decide(manager, requestId, 'approve'),
        desk.post(`/api/approvals/${requestId}/withdrawal`),
      ]);
      expectStatuses(answers, [200, 409]);
      await expectDecidedOnce(loanId, requestId);
    },
    'an approval, a decline and the same approval again': async () => {
      const { loanId, requestId } = await askReversal();
      const answers = await Promise.all([
        decide(manager, requestId, 'approve'),
        decide(secondManager, requestId, 'decline'),
        decide(manager, requestId, 'approve'),
      ]);
      expectStatuses(answers, [200, 200, 409], [200, 409, 409]);
      await expectDecidedOnce(loanId, requestId);
    },
    'a suspension and an assignment to the suspended agent': async () => {
      const agentId = await addAgent();
      const ids = await arrangeLoans(4);
      await move(manager, ids.slice(0, 2), { kind: 'agent', id: agentId });
      const over = { kind: 'agent', spread: { ids: [team.otherAgent.id, agentId], by: 'count' } };
      const [suspended, ...given] = await Promise.all([
        manager.post(`/api/staff/${agentId}/suspend`, { id: uuidv7(), loans: 'take-back' }),
        move(secondManager, ids.slice(2), { kind: 'agent', id: agentId }),
        move(secondManager, ids, over),
      ]);
      expect(suspended.status).toBe(200);
      for (const { status, body } of given) {
        if (status !== 200) expect(body.error).toBe('agent_not_found');
      }
      const held = await owner`select from loan_state where agent_id = ${agentId}`;
      expect(held).toHaveLength(0);
    },
    'a suspension and payments by the suspended agent': async () => {
      const agentId = await addAgent();
      const held = [await arrangeHeld({ agentId }), await arrangeHeld({ agentId })];
      const suspendedAgent = await test.signIn(`${agentId}@bursar.example`);
      const [suspended, ...paid] = await Promise.all([
        manager.post(`/api/staff/${agentId}/suspend`, { id: uuidv7(), loans: 'take-back' }),
        ...held.map(({ id }) => pay(suspendedAgent, id)),
      ]);
      expect(suspended.status).toBe(200);
      // The session may have ended, the loan may have moved, or the payment may have come first.
      for (const { status } of paid) expect([200, 401, 404]).toContain(status);
    },
    'two suspensions that move the loans to the other agent': async () => {
      const [left, right] = [await addAgent(), await addAgent()];
      await arrangeHeld({ agentId: left });
      await arrangeHeld({ agentId: right });
      const suspend = (client: typeof manager, agentId: string, toAgentId: string) =>
        client.post(`/api/staff/${agentId}/suspend`, { id: uuidv7(), loans: 'move', toAgentId });
      const answers = await Promise.all([
        suspend(manager, left, right),
        suspend(secondManager, right, left),
      ]);
      expectStatuses(answers, [200, 404]);
    },
    'a suspension and absence cover by the suspended agent': async () => {
      const agentId = await addAgent();
      const { id } = await arrangeHeld();
      const [suspended, handed] = await Promise.all([
        manager.post(`/api/staff/${agentId}/suspend`, { id: uuidv7(), loans: 'take-back' }),
        secondManager.post('/api/handovers', {
          id: uuidv7(),
          agentId: team.agent.id,
          standInIds: [agentId],
          fromOn: '2026-06-15',
          untilOn: '2026-06-18',
        }),
      ]);
      expect(suspended.status).toBe(200);
      expect([200, 409]).toContain(handed.status);
      const held = await owner`select from loan_state where agent_id = ${agentId}`;
      expect(held).toHaveLength(0);
      if (handed.status === 200) {
        await manager.post(`/api/handovers/${handed.body.absenceCover.id}/end`);
      }
      await move(manager, [id], { kind: 'take-back' });
    },
    'an undo of an import and an assignment of its loans': async () => {
      const office = openImportOffice(test.database, portfolio);
      const tape = generateTape({ rows: 30, idPrefix: uuidv7() });
      const { id: importId } = await office.book(tape);
      const loans = await owner<{ id: string }[]>`
        select loan_id as id from loan_state state
        join loans loan on loan.id = state.loan_id where loan.import_id = ${importId}`;
      const ids = loans.map(({ id }) => id);
      const [undone, moved] = await Promise.all([
        undoImport(office.desk, importId, office.actor),
        move(manager, ids, { kind: 'team', id: otherTeam.id }),
      ]);
      // One of the two requests sees the result of the other.
      expect([undone.ok, moved.status]).toEqual(undone.ok ? [true, 409] : [false, 200]);
    },
    'two consents of a borrower for one channel': async () => {
      const { id } = await arrangeHeld();
      const [loan] = await owner<{ borrowerId: string }[]>`
        select borrower_id from loans where id = ${id}`;
      const borrowerId = loan?.borrowerId ?? '';
      const answers = await Promise.all([
        consent(manager, borrowerId, 'given'),
        consent(secondManager, borrowerId, 'withdrawn'),
      ]);
      expectStatuses(answers, [200, 200]);
      const { body } = await manager.get(`/api/borrowers/${borrowerId}`);
      const [latest] = await owner<{ state: string }[]>`
        select state from borrower_consents where borrower_id = ${borrowerId}
        order by number desc limit 1`;
      const sms = body.consents.find((one: { channel: string }) => one.channel === 'sms');
      expect(sms.state).toBe(latest?.state);
    },
    'adding a tag, taking it off and removing it': async () => {
      const ids = await arrangeLoans(3);
      const tagId = uuidv7();
      await manager.post('/api/tags', { id: tagId, name: tagId, colour: 'teal' });
      const tag = (change: object) =>
        manager.post('/api/loan-tags', { selection: { loanIds: ids }, ...change });
      const answers = await Promise.all([
        tag({ putOn: [tagId] }),
        tag({ takeOff: [tagId] }),
        tag({ putOn: [tagId] }),
        secondManager.post(`/api/tags/${tagId}/remove`),
      ]);
      for (const { status, body } of answers) {
        if (status !== 200) expect(body.error).toBe('tag_not_found');
      }
      const left = await owner`select from loan_tags where tag_id = ${tagId}`;
      expect(left).toHaveLength(0);
    },
    'two requests for one note and two for striking it': async () => {
      const { id: loanId } = await arrangeHeld();
      const noteId = uuidv7();
      const written = await Promise.all([
        writeNote(agent, loanId, noteId),
        writeNote(agent, loanId, noteId),
      ]);
      expectStatuses(written, [200, 200]);
      const strike = () => agent.post(`/api/notes/${noteId}/strike`, { reason: 'mistyped' });
      expectStatuses(await Promise.all([strike(), strike()]), [200, 409]);
    },
  });
});
