import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const office = await openOffice();
const { test, portfolio, arrangeHeld } = office;
const { agent, otherAgent } = portfolio.team;
const ABSENT = 'delta-agent one';

it('an absence shows to the absent agent and, with what is agreed, to the stand-in', async () => {
  const [absent, standIn, desk] = [
    await office.signIn('agent'),
    await office.signIn('otherAgent'),
    await office.signIn('desk'),
  ];
  const [promised, called, plain] = [
    await arrangeHeld({ borrowerName: 'Ada Byron' }),
    await arrangeHeld({ borrowerName: 'Grace Hopper' }),
    await arrangeHeld({ borrowerName: 'Alan Turing' }),
  ];
  const own = await arrangeHeld({ agentId: otherAgent.id });
  const callAt = '2026-06-15T15:00:00.000Z';
  await absent.post(`/api/loans/${promised.id}/promises`, {
    id: uuidv7(),
    currency: 'USD',
    lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20' }],
  });
  await absent.post(`/api/loans/${called.id}/contacts`, {
    id: uuidv7(),
    channel: 'call',
    outcome: 'answered',
    tryAgainAt: callAt,
  });
  const queueOf = async (client: typeof absent) => (await client.get('/api/work/queue')).body;
  expect(await queueOf(absent)).toMatchObject({ absence: null, covers: [] });
  const { body } = await desk.post('/api/handovers', {
    id: uuidv7(),
    agentId: agent.id,
    standInIds: [otherAgent.id],
    fromOn: '2026-06-15',
    untilOn: '2026-06-19',
    reason: '',
  });

  expect(await queueOf(absent)).toMatchObject({
    items: [],
    absence: { fromOn: '2026-06-15', untilOn: '2026-06-19', standIns: ['delta-other-agent one'] },
  });
  const covered = await queueOf(standIn);
  expect(covered.absence).toBeNull();
  expect(covered.covers).toMatchObject([
    {
      agent: ABSENT,
      untilOn: '2026-06-19',
      loans: 3,
      agreedCount: 2,
      agreed: [
        { loanId: called.id, borrower: 'Grace Hopper', tryAgainAt: callAt, promise: null },
        { loanId: promised.id, promise: { amountMinor: 5_000, promisedOn: '2026-06-20' } },
      ],
    },
  ]);
  const coverFor = { agent: ABSENT, untilOn: '2026-06-19' };
  type Item = { loanId: string; coverFor: object | null };
  const coverOf = (loanId: string) =>
    covered.items.find((item: Item) => item.loanId === loanId).coverFor;
  expect([coverOf(plain.id), coverOf(own.id)]).toEqual([coverFor, null]);
  const workOf = async (loanId: string) => (await standIn.get(`/api/loans/${loanId}/work`)).body;
  expect([(await workOf(plain.id)).coverFor, (await workOf(own.id)).coverFor]).toEqual([
    coverFor,
    null,
  ]);
  const outsider = await test.signIn(portfolio.otherTeam.agent.email);
  expect(await queueOf(outsider)).toMatchObject({ absence: null, covers: [] });
  await desk.post(`/api/handovers/${body.absenceCover.id}/end`, {});
  expect(await queueOf(absent)).toMatchObject({ absence: null, covers: [] });
  expect(await queueOf(standIn)).toMatchObject({ absence: null, covers: [] });
});

it('a loan that was assigned during the absence is no longer covered', async () => {
  const { id } = await arrangeHeld();
  const [desk, standIn] = [await office.signIn('desk'), await office.signIn('otherAgent')];
  await desk.post('/api/handovers', {
    id: uuidv7(),
    agentId: agent.id,
    standInIds: [otherAgent.id],
    fromOn: '2026-06-15',
    untilOn: '2026-06-19',
    reason: '',
  });
  const assign = (agentId: string) =>
    desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [id] },
      target: { kind: 'agent', id: agentId },
    });
  await assign(agent.id);
  await assign(otherAgent.id);
  expect((await standIn.get(`/api/loans/${id}/work`)).body.coverFor).toBeNull();
});
