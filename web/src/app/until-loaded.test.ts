import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('code that could not load is requested again until it loads', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'code');
  load.mockRejectedValueOnce(new Error('502')).mockRejectedValueOnce(new Error('502'));
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(900);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(loaded).resolves.toBe('code');
});
