import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startNoCaseAfter } from './property-time-limit.ts';

it('a property past its time limit finishes its case and starts no other', async () => {
  let started = 0;
  let finished = 0;
  const slow = fc.asyncProperty(fc.nat(), async () => {
    started += 1;
    await setTimeout(30);
    finished += 1;
  });
  const details = await fc.check(slow, { plugins: [startNoCaseAfter(10)] });
  expect(details).toMatchObject({ failed: false, interrupted: true });
  expect([started, finished]).toEqual([1, 1]);
});

it('a case that fails after the time limit fails its property', async () => {
  const slow = fc.asyncProperty(fc.nat(), async () => {
    await setTimeout(30);
    return false;
  });
  const details = await fc.check(slow, { plugins: [startNoCaseAfter(10)] });
  expect(details.failed).toBe(true);
});
