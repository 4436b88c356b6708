import { describe, expect, it } from 'vitest';
import { readMachine, settingsForMachine } from './machine-settings.ts';

const GiB = 2 ** 30;

describe('the database settings for a machine', () => {
  it('leave memory for the server on a small machine', () => {
    expect(settingsForMachine({ memoryBytes: GiB / 2, cores: 1 })).toMatchObject({
      shared_buffers: '32MB',
      work_mem: '4MB',
      max_parallel_workers: '1',
      max_parallel_workers_per_gather: '1',
    });
  });

  it('grow with the machine, up to what a large portfolio can use', () => {
    expect(settingsForMachine({ memoryBytes: 256 * GiB, cores: 32 })).toMatchObject({
      shared_buffers: '1024MB',
      effective_cache_size: '131072MB',
      work_mem: '32MB',
      max_worker_processes: '32',
      max_parallel_workers_per_gather: '4',
    });
  });

  it('are calculated from the real memory and cores', () => {
    const { memoryBytes, cores } = readMachine();
    expect(memoryBytes).toBeGreaterThan(2 ** 27);
    expect(cores).toBeGreaterThan(0);
  });
});
