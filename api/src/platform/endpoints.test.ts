import { expect, it } from 'vitest';
import { failureStatus } from '@bursar/contracts/failure-status';
import { createTestApp } from '../testing/test-app.ts';

const test = await createTestApp();
test.app.server.log.level = 'silent';
let thrown = '';
// Register the route before the first call, because Fastify accepts no routes once the app is
// ready.
test.app.server.get('/throws', async () => {
  throw Object.assign(new Error('from below'), { code: thrown });
});

it.each([
  ['53100', 'storage_full', 507],
  ['ENOSPC', 'storage_full', 507],
  ['EDQUOT', 'storage_full', 507],
  ['53300', 'database_unreachable', 503],
  ['57P01', 'database_unreachable', 503],
  ['CONNECTION_CLOSED', 'database_unreachable', 503],
  ['40001', 'database_busy', 503],
  ['40P01', 'database_busy', 503],
  ['55P03', 'database_busy', 503],
  ['XX000', 'unexpected_failure', 500],
] as const)('an error with the code %s is answered as %s', async (code, name, status) => {
  thrown = code;
  const answer = await test.app.server.inject('/throws');
  expect(answer.json()).toMatchObject({ error: name });
  expect([answer.statusCode, failureStatus[name]]).toEqual([status, status]);
  expect(answer.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
});
