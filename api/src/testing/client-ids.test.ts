import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { arrangeLoan } from './arrange.ts';
import { arrangeCircles, type Circles } from './circles.ts';
import { sampleBodies, type Ids } from './sample-body.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from './test-app.ts';

/** Clients generate ids, so an id that is in use must not reveal who uses it. */
describe('a client-made id that is already used', () => {
  let test: TestApp;
  let circles: Circles;
  let manager: TestClient;
  let desk: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    circles = await arrangeCircles(test);
    manager = await test.signIn(circles.own.manager.email);
    desk = await test.signIn(circles.own.team.desk.email);
  });

  const idsOf = (circle: 'Faraway' | 'Sibling'): Ids => circles.idsOf.get(circle) ?? {};
  const withoutRequestId = ({ status, body: { requestId: _id, ...body } }: TestAnswer) => ({
    status,
    body,
  });
  const isTaken = { status: 409, body: { error: 'id_reused_with_different_content' } };

  it('is refused for a person in the same way, in scope or not', async () => {
    const person = (id: string) => {
      const email = `noor.${uuidv7()}@bursar.example`;
      return { id, role: 'agent', name: 'Noor Khalil', email };
    };
    const own = await manager.post('/api/staff', person(circles.own.team.agent.id));
    const foreign = await manager.post('/api/staff', person(idsOf('Faraway')['agentId'] ?? ''));
    expect(withoutRequestId(own)).toMatchObject(isTaken);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(own));
    // A team desk gets the same answer about another team's agent.
    const sibling = await desk.post('/api/staff', person(idsOf('Sibling')['agentId'] ?? ''));
    expect(withoutRequestId(sibling)).toEqual(withoutRequestId(own));
  });

  it('is refused for a team or its desk in the same way', async () => {
    const team = (id: string, deskId: string) => {
      const name = uuidv7();
      return { id, name, desk: { id: deskId, name, email: `${name}@bursar.example` } };
    };
    const { own } = circles;
    const ofTeam = await manager.post('/api/teams', team(own.team.id, uuidv7()));
    const ofOwn = await manager.post('/api/teams', team(uuidv7(), own.team.agent.id));
    const foreignId = idsOf('Faraway')['agentId'] ?? '';
    const ofForeign = await manager.post('/api/teams', team(uuidv7(), foreignId));
    expect(withoutRequestId(ofTeam)).toMatchObject(isTaken);
    expect(withoutRequestId(ofOwn)).toEqual(withoutRequestId(ofTeam));
    expect(withoutRequestId(ofForeign)).toEqual(withoutRequestId(ofTeam));
  });

  it('is refused for a saved view of a different name, and free for other accounts', async () => {
    const id = uuidv7();
    const save = (client: TestClient, name: string) =>
      client.post('/api/saved-views', { id, list: 'loans/userAll', name, search: 'a=1' });
    expect((await save(manager, 'Late')).status).toBe(200);
    expect((await save(manager, 'Late')).status).toBe(200);
    expect(withoutRequestId(await save(manager, 'Large'))).toMatchObject(isTaken);
    expect((await save(desk, 'Large')).status).toBe(200);
  });

  it('never causes a server error for any other record', async () => {
    const { own } = circles;
    const held = { teamId: own.team.id, agentId: own.team.agent.id };
    const loan = await arrangeLoan(test.owner, own, held);
    const reached: Ids = { loanId: loan.id, agentId: own.team.agent.id, teamId: own.team.id };
    const creations = test.app.platform.endpoints.filter(
      ({ key, access, body }) =>
        key.startsWith('POST ') && access !== 'public' && body && 'id' in body.shape,
    );
    expect(creations.length).toBeGreaterThan(10);
    let isForeignTaken = false;
    const names = ['accountId', 'teamId', 'batchId', 'noteId', 'approvalId', 'tagId'];
    for (const endpoint of creations) {
      for (const name of names) {
        await tryId(desk, endpoint, { reached, id: idsOf('Sibling')[name] ?? '' });
      }
      for (const name of [...names, 'invoiceId', 'chargeId', 'collateralId', 'paymentId']) {
        const id = idsOf('Faraway')[name] ?? '';
        const error = await tryId(manager, endpoint, { reached, id });
        // Accounts are the exception: their e-mail addresses are unique across portfolios too.
        if (/ \/api\/(staff|teams)$/.test(endpoint.key)) continue;
        // Ids are unique within their portfolio, so an id that another portfolio uses is free here.
        isForeignTaken ||= error === isTaken.body.error;
      }
    }
    expect(isForeignTaken).toBe(false);
  });

  async function tryId(
    client: TestClient,
    endpoint: Endpoint,
    { reached, id }: { reached: Ids; id: string },
  ): Promise<string | undefined> {
    const path = (endpoint.key.split(' ')[1] ?? '').replaceAll(
      /:(\w+)/g,
      (_, name: string) => reached[name] ?? uuidv7(),
    );
    const [body] = sampleBodies(endpoint, reached);
    const { status, body: answer } = await client.post(path, { ...body, id });
    const asked = `${endpoint.key} ${JSON.stringify({ ...body, id })}: ${JSON.stringify(answer)}`;
    expect(status, asked).toBeLessThan(500);
    expect(JSON.stringify(answer), asked).not.toMatch(/Faraway|Sibling/);
    return answer.error;
  }
});
