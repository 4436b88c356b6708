import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';

describe('a note on a loan', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  let loanId: string;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    agent = await test.signIn(portfolio.team.agent.email);
    const holder = { teamId: portfolio.team.id, agentId: portfolio.team.agent.id };
    loanId = (await arrangeLoan(test.owner, portfolio, holder)).id;
  });

  const inputs = (text: string, mentions: readonly string[] = []) => ({
    id: uuidv7(),
    text,
    mentions,
  });
  const write = (client: TestClient, note: object) =>
    client.post(`/api/loans/${loanId}/notes`, note);
  const notesOf = async (client: TestClient) =>
    (await client.get(`/api/loans/${loanId}/notes`)).body.notes;
  const countOf = async (table: string) =>
    (await test.owner`select from ${test.owner(table)}`).length;

  it('notifies mentioned users once with a link to the loan, and never its author', async () => {
    const { desk } = portfolio.team;
    const note = inputs(' Please call the employer. ', [desk.id, portfolio.team.agent.id]);
    const answers = await Promise.all([write(agent, note), write(agent, note)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    const deskClient = await test.signIn(desk.email);
    const { body } = await deskClient.get('/api/notices');
    expect(body.notifications).toMatchObject([
      {
        event: 'mention',
        message: 'Please call the employer.',
        subject: 'L-000001',
        target: { kind: 'loan', id: loanId },
        profile: 'delta-agent one',
      },
    ]);
    expect(await countOf('notifications')).toBe(1);
    expect(await notesOf(deskClient)).toMatchObject([
      {
        text: 'Please call the employer.',
        writtenBy: { name: 'delta-agent one' },
        mentions: [{ name: 'delta-agent one' }, { name: 'delta-desk one' }],
        struck: null,
        isPinned: false,
      },
    ]);
    const audit = await test.owner`
      select subject_id, after from audit_events where event = 'write-note'`;
    expect(audit).toMatchObject([
      { subjectId: loanId, after: { noteId: note.id, text: 'Please call the employer.' } },
    ]);
  });

  it('can mention exactly the people who can see the loan', async () => {
    const { body } = await agent.get(`/api/loans/${loanId}/readers`);
    expect(body.people).toEqual([
      { id: portfolio.team.agent.id, name: 'delta-agent one', role: 'agent' },
      { id: portfolio.team.desk.id, name: 'delta-desk one', role: 'team' },
      { id: portfolio.manager.id, name: 'manager one', role: 'user' },
    ]);
    const outsiders = [portfolio.otherTeam.agent.id, portfolio.team.otherAgent.id, uuidv7()];
    for (const outsider of outsiders) {
      const refused = await write(agent, inputs('@someone', [outsider]));
      expect(refused.body.error).toBe('mentioned_cannot_see_loan');
    }
    expect(await countOf('loan_notes')).toBe(0);
  });

  it('is refused if empty, on a loan outside the scope, and under a used id', async () => {
    expect((await write(agent, inputs('  '))).body).toMatchObject({
      error: 'text_missing',
      fields: { text: expect.any(String) },
    });
    const stranger = await test.signIn(portfolio.otherTeam.agent.email);
    const out = await write(stranger, inputs('Hello'));
    expect(out).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const note = inputs('First');
    await write(agent, note);
    const reused = await write(agent, { ...note, text: 'Second' });
    expect(reused.body.error).toBe('id_reused_with_different_content');
    expect(await countOf('loan_notes')).toBe(1);
  });

  it('is struck only by its author, once, with a reason, and stays readable', async () => {
    const note = inputs('Wrong number');
    await write(agent, note);
    await agent.put(`/api/loans/${loanId}/pinned-note`, { noteId: note.id });
    const strike = (client: TestClient, reason: string) =>
      client.post(`/api/notes/${note.id}/strike`, { reason });
    const desk = await test.signIn(portfolio.team.desk.email);
    const stranger = await test.signIn(portfolio.otherTeam.desk.email);
    expect((await strike(stranger, 'x')).body.error).toBe('not_found');
    expect((await strike(agent, ' ')).body.error).toBe('reason_missing');
    expect((await strike(desk, 'Not so')).body.error).toBe('note_not_yours');
    expect((await strike(agent, 'Typed on the wrong loan')).status).toBe(200);
    expect((await strike(agent, 'Again')).body.error).toBe('note_already_struck');
    expect(await notesOf(desk)).toMatchObject([
      { text: 'Wrong number', struck: { reason: 'Typed on the wrong loan' }, isPinned: false },
    ]);
    const audit = await test.owner`
      select before, after from audit_events where event = 'strike-note'`;
    expect(audit).toMatchObject([
      { before: { text: 'Wrong number' }, after: { reason: 'Typed on the wrong loan' } },
    ]);
    const pin = await agent.put(`/api/loans/${loanId}/pinned-note`, { noteId: note.id });
    expect(pin.body.error).toBe('note_already_struck');
  });

  it('is listed first while it is pinned, one note at a time', async () => {
    const [first, second] = [inputs('First'), inputs('Second')];
    await write(agent, first);
    test.clock.moveTo('2026-06-15T12:05:00Z');
    await write(agent, second);
    const texts = async () => (await notesOf(agent)).map(({ text }: { text: string }) => text);
    const pin = (noteId: string | null) =>
      agent.put(`/api/loans/${loanId}/pinned-note`, { noteId });
    expect(await texts()).toEqual(['Second', 'First']);
    await pin(first.id);
    expect(await texts()).toEqual(['First', 'Second']);
    await pin(second.id);
    expect(await countOf('pinned_loan_notes')).toBe(1);
    await pin(null);
    expect(await countOf('pinned_loan_notes')).toBe(0);
    const elsewhere = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.team.id,
      agentId: portfolio.team.agent.id,
    });
    const wrong = await agent.put(`/api/loans/${elsewhere.id}/pinned-note`, { noteId: first.id });
    expect(wrong.body.error).toBe('not_found');
  });

  it('is listed page by page, with the pinned note first and only once', async () => {
    const texts = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
    const notes = texts.map((text) => inputs(text));
    for (const [minute, note] of notes.entries()) {
      // The third is written at the same moment as the second.
      test.clock.moveTo(`2026-06-15T12:0${minute === 2 ? 1 : minute}:00Z`);
      await write(agent, note);
    }
    await agent.put(`/api/loans/${loanId}/pinned-note`, { noteId: notes[1]?.id });
    const read: string[] = [];
    let after = '';
    do {
      const { body } = await agent.get(`/api/loans/${loanId}/notes?limit=2${after}`);
      expect(body.notes.length).toBeLessThanOrEqual(2);
      expect(body.count).toBe(5);
      read.push(...body.notes.map(({ text }: { text: string }) => text));
      after = body.nextCursor === null ? '' : `&after=${encodeURIComponent(body.nextCursor)}`;
    } while (after !== '');
    expect(read).toEqual(['Second', 'Fifth', 'Fourth', 'Third', 'First']);
  });

  it('is no longer pinned once it is struck, in either order', async () => {
    const [first, second] = [inputs('First'), inputs('Second')];
    await write(agent, first);
    await write(agent, second);
    const pin = (noteId: string) => agent.put(`/api/loans/${loanId}/pinned-note`, { noteId });
    const strike = () => agent.post(`/api/notes/${second.id}/strike`, { reason: 'mistyped' });
    await pin(first.id);
    // The pin has read the note and waits for the lock on the pinned note.
    const [pinned, struck] = await meetAt(
      test.owner,
      (transaction) =>
        transaction`select from pinned_loan_notes where loan_id = ${loanId} for update`,
      [() => pin(second.id), strike],
    );
    expect([pinned?.status, struck?.status]).toEqual([200, 200]);
    expect(await countOf('pinned_loan_notes')).toBe(0);
    expect(await notesOf(agent)).toMatchObject([{ isPinned: false }, { isPinned: false }]);
  });

  it('is never changed, not even by the owner of the database', async () => {
    await write(agent, inputs('As it was'));
    await expect(test.owner`update loan_notes set text = 'Otherwise'`).rejects.toThrow(
      /never changed/,
    );
    await expect(test.owner`delete from loan_note_mentions`).rejects.toThrow(/never changed/);
  });
});
