import { availableParallelism, totalmem } from 'node:os';

const MiB = 2 ** 20;

export type Machine = { readonly memoryBytes: number; readonly cores: number };

/**
 * Reads the machine's memory and cores. A container's memory limit takes precedence over the
 * machine's memory.
 */
export function readMachine(): Machine {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return {
    memoryBytes: limit > 0 && limit < total ? limit : total,
    cores: availableParallelism(),
  };
}

/**
 * Returns settings with which PostgreSQL uses only a part of the memory, because the server and
 * often a browser share the machine.
 */
export function settingsForMachine(machine: Machine): Record<string, string> {
  const { memoryBytes, cores } = machine;
  const part = (divisor: number, least: number, most: number): string =>
    `${Math.floor(Math.min(Math.max(memoryBytes / divisor / MiB, least), most))}MB`;
  return {
    shared_buffers: part(16, 32, 1024),
    effective_cache_size: part(2, 128, 1_048_576),
    maintenance_work_mem: part(32, 32, 512),
    work_mem: part(512, 4, 32),
    max_worker_processes: String(Math.max(8, cores)),
    max_parallel_workers: String(cores),
    max_parallel_workers_per_gather: String(Math.max(1, Math.min(4, Math.floor(cores / 2)))),
  };
}
