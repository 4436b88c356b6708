import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeManyLoans } from '../../../testing/arrange-many-loans.ts';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const LOANS = 1_000;

// The planner expects one loan in a portfolio without statistics. A plan that compares every loan
// with every loan takes a minute for 1,000.
it('moves the loans of a portfolio that has no statistics yet in seconds', async () => {
  const test = await createTestApp();
  for (const name of ['one', 'two', 'three', 'four']) {
    const known = await arrangePortfolio(test.owner, name);
    for (let loans = 0; loans < 10; loans += 1) await arrangeLoan(test.owner, known);
  }
  await test.owner`analyze`;
  const portfolio = await arrangePortfolio(test.owner, 'new');
  await arrangeManyLoans(test.owner, portfolio, LOANS);
  const manager = await test.signIn(portfolio.manager.email);
  const ids = [portfolio.team.agent.id, portfolio.team.otherAgent.id];
  const asked = {
    selection: { filter: { view: 'unassigned' }, expectedCount: LOANS },
    target: { kind: 'agent', spread: { ids, by: 'count' } },
  };
  const id = uuidv7();
  const start = performance.now();
  const preview = await manager.post('/api/assignments/preview', asked);
  const moved = await manager.post('/api/assignments', { id, ...asked });
  const undone = await manager.post(`/api/assignments/${id}/undo`, { id: uuidv7() });
  const seconds = (performance.now() - start) / 1000;
  expect(preview.body).toMatchObject({ count: LOANS });
  expect(moved.body).toMatchObject({ count: LOANS });
  expect(undone.body).toMatchObject({ count: LOANS });
  expect(seconds).toBeLessThan(20);
});
