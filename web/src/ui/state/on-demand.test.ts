import { expect, it, vi } from 'vitest';
import { onDemand } from './on-demand.ts';

const Loaded = () => null;

it('a component is loaded once, however often it is requested', async () => {
  const load = vi.fn<() => Promise<typeof Loaded>>(async () => Loaded);
  const part = onDemand(load);
  expect(part.isThere()).toBe(false);
  await Promise.all([part.fetch(), part.fetch()]);
  await part.fetch();
  expect(part.isThere()).toBe(true);
  expect(load).toHaveBeenCalledOnce();
});

it('a component is loaded again after a failure', async () => {
  const load = vi.fn<() => Promise<typeof Loaded>>(async () => Loaded);
  load.mockRejectedValueOnce(new Error('no connection'));
  const part = onDemand(load);
  await part.fetch();
  expect(part.isThere()).toBe(false);
  await part.fetch();
  expect(part.isThere()).toBe(true);
});
