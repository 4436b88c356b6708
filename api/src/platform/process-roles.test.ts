import { expect, it } from 'vitest';
import { arrangePortfolio } from '../testing/arrange.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { recordAudit } from './audit.ts';

/**
 * Starts listening and waits until all start-up hooks have run. A process with jobs then seals the
 * audit trail, and closing waits for that.
 */
async function listenOnce({ app }: TestApp): Promise<void> {
  const started = new Promise<void>((resolve) => {
    // The hooks run in order, so this one is the last.
    app.server.addHook('onListen', async () => resolve());
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  await started;
  await app.server.close();
}

const countUnsealed = async ({ owner }: TestApp) =>
  (
    await owner`
    select from audit_events event
    where not exists (select from audit_seals seal where seal.event_id = event.id)`
  ).length;

it.each([
  ['api', false],
  ['jobs', true],
  ['both', true],
] as const)('a process with the role %s runs the jobs: %s', async (role, runsJobs) => {
  const test = await createTestApp({ role });
  const { id: portfolioId, manager } = await arrangePortfolio(test.owner);
  await test.owner.begin((transaction) =>
    recordAudit(transaction, {
      portfolioId,
      actorId: null,
      event: 'reset-second-factor',
      subject: 'account',
      subjectId: manager.id,
      requestId: null,
      at: test.clock.now(),
    }),
  );
  await listenOnce(test);
  expect((await countUnsealed(test)) === 0).toBe(runsJobs);
});

it('a process for jobs answers only those who watch it', async () => {
  const test = await createTestApp({ role: 'jobs' });
  const statusOf = async (url: string) => (await test.app.server.inject(url)).statusCode;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  expect(await statusOf('/metrics')).toBe(200);
  for (const url of ['/', '/api/loans', '/api/login/data-login', '/api/docs']) {
    expect([url, await statusOf(url)]).toEqual([url, 404]);
  }
});
