import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';

it('removes interrupted uploads at the start and every hour, also without jobs', async () => {
  const test = await createTestApp({ role: 'api' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  test.app.server.log.level = 'silent';
  const incoming = join(test.documentsFolder, 'incoming');
  await mkdir(incoming, { recursive: true });
  const interrupt = async () => {
    const path = join(incoming, uuidv7());
    await writeFile(path, 'left over');
    const longAgo = new Date(test.clock.now().getTime() - 2 * 3_600_000);
    await utimes(path, longAgo, longAgo);
  };
  const left = () => readdir(incoming);
  await interrupt();
  await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(left).toEqual([]);
  await interrupt();
  await expect
    .poll(() => {
      // The first sweep may still run, and then this turn is skipped.
      vi.advanceTimersByTime(3_600_000);
      return left();
    })
    .toEqual([]);
});
