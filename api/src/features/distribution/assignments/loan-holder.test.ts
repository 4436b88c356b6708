import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

describe('the holder of a loan that moved', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  });

  const give = async (client: TestClient, loanId: string, target: object) => {
    const given = await client.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loanId] },
      target,
    });
    expect(given.status).toBe(200);
  };
  const holderOf = (client: TestClient, loanId: string) =>
    client.get(`/api/loans/${loanId}/holder`);

  it('is named to the former agent, who can no longer log a contact or post a payment', async () => {
    const { team } = office.portfolio;
    const loan = await office.arrangeHeld();
    const [agent, desk] = [await office.signIn('agent'), await office.signIn('desk')];
    expect((await holderOf(agent, loan.id)).body).toMatchObject({
      isInScope: true,
      agent: { id: team.agent.id },
    });

    await give(desk, loan.id, { kind: 'agent', id: team.otherAgent.id });
    const holder = { id: team.otherAgent.id, name: 'delta-other-agent one' };
    expect((await holderOf(agent, loan.id)).body).toEqual({
      isInScope: false,
      team: { id: team.id, name: 'delta' },
      agent: holder,
      recipients: [holder],
    });
    const contact = { id: uuidv7(), channel: 'call', outcome: 'answered' };
    expect((await agent.post(`/api/loans/${loan.id}/contacts`, contact)).status).toBe(404);
    expect((await agent.get(`/api/loans/${loan.id}`)).status).toBe(404);
    expect((await holderOf(desk, loan.id)).body).toMatchObject({ isInScope: true, agent: holder });
  });

  it('is not named to people who never held the loan', async () => {
    const { team, otherTeam } = office.portfolio;
    const loan = await office.arrangeHeld();
    const [desk, otherAgent] = [await office.signIn('desk'), await office.signIn('otherAgent')];
    const strangers = [
      otherAgent,
      await office.test.signIn(otherTeam.agent.email),
      await office.test.signIn(otherTeam.desk.email),
    ];
    for (const stranger of strangers) expect((await holderOf(stranger, loan.id)).status).toBe(404);
    await give(desk, loan.id, { kind: 'agent', id: team.otherAgent.id });
    for (const stranger of strangers.slice(1)) {
      expect((await holderOf(stranger, loan.id)).status).toBe(404);
    }
    const elsewhere = await openOffice({ test: office.test, tag: 'elsewhere' });
    expect((await holderOf(await elsewhere.signIn('manager'), loan.id)).status).toBe(404);
    expect((await holderOf(await elsewhere.signIn('agent'), loan.id)).status).toBe(404);
  });

  it('without an agent, the recipients are the desk of the team, otherwise the managers', async () => {
    const { otherTeam, manager } = office.portfolio;
    const loan = await office.arrangeHeld();
    const [agent, desk, head] = [
      await office.signIn('agent'),
      await office.signIn('desk'),
      await office.signIn('manager'),
    ];
    await give(head, loan.id, { kind: 'team', id: otherTeam.id });
    const moved = {
      isInScope: false,
      team: { id: otherTeam.id },
      agent: null,
      recipients: [{ id: otherTeam.desk.id }],
    };
    expect((await holderOf(agent, loan.id)).body).toMatchObject(moved);
    expect((await holderOf(desk, loan.id)).body).toMatchObject(moved);
    await give(head, loan.id, { kind: 'take-back' });
    expect((await holderOf(agent, loan.id)).body).toMatchObject({
      team: null,
      agent: null,
      recipients: [{ id: manager.id }],
    });
  });

  it('is not named more than seven days after the loan moved away', async () => {
    const { team } = office.portfolio;
    const loan = await office.arrangeHeld();
    await give(await office.signIn('desk'), loan.id, { kind: 'agent', id: team.otherAgent.id });
    office.test.clock.moveTo('2026-06-22T11:00:00Z');
    expect((await holderOf(await office.signIn('agent'), loan.id)).status).toBe(200);
    office.test.clock.moveTo('2026-06-23T13:00:00Z');
    expect((await holderOf(await office.signIn('agent'), loan.id)).status).toBe(404);
  });
});
