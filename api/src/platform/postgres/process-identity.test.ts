import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { identifyProcess, isStillRunning, readCommandLine } from './process-identity.ts';

describe('a process identity', () => {
  it('identifies a process as long as it runs', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const identity = identifyProcess(child.pid ?? 0);
    if (identity === null) throw new Error('The child cannot be found.');
    expect(isStillRunning(identity)).toBe(true);
    expect(readCommandLine(identity.pid)).toBe('sleep 60');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isStillRunning(identity)).toBe(false);
    expect(readCommandLine(identity.pid)).toBeNull();
  });

  it('differs from a later process with the same number', () => {
    const own = identifyProcess(process.pid);
    expect(isStillRunning({ pid: process.pid, startedAt: `${own?.startedAt} earlier` })).toBe(
      false,
    );
  });
});
