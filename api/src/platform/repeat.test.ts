import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

describe('a repeated task', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs at once and then repeatedly, until it is stopped', async () => {
    const run = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const job = repeat({ everyMs: 1000, run, onFailure: () => undefined });
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(run).toHaveBeenCalledTimes(3);
    await job.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('never runs twice at a time, and stops only when the last run is done', async () => {
    let finish: () => void = () => undefined;
    const run = vi.fn<() => Promise<void>>(
      () => new Promise<void>((resolve) => (finish = resolve)),
    );
    const job = repeat({ everyMs: 1000, run, onFailure: () => undefined });
    await vi.advanceTimersByTimeAsync(3000);
    expect(run).toHaveBeenCalledTimes(1);
    let isStopped = false;
    const stopped = job.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
  });

  it('continues after a failed run, which it reports', async () => {
    const failures: unknown[] = [];
    const run = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no connection')));
    const job = repeat({ everyMs: 1000, run, onFailure: (error) => failures.push(error) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(failures).toHaveLength(2);
    await job.stop();
  });
});
