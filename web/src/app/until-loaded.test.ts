import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails as often as given, as during a restart of the server. */
function codeAfter(failures: number) {
  const load = vi.fn<() => Promise<string>>(async () => 'code');
  for (let failed = 0; failed < failures; failed += 1) load.mockRejectedValueOnce(new Error('502'));
  return load;
}

it('code that could not load is requested again while the browser is online', async () => {
  const load = codeAfter(2);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(900);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(loaded).resolves.toBe('code');
});

it('code is requested again as soon as there is a connection', async () => {
  const load = codeAfter(1);
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(0);
  page.dispatchEvent(new Event('online'));
  await expect(loaded).resolves.toBe('code');
});

it('code that never loads is requested twice a minute', async () => {
  const load = codeAfter(100);
  void untilLoaded(load);
  await vi.advanceTimersByTimeAsync(60_000);
  load.mockClear();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(20);
});
