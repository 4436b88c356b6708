import { execFile } from 'node:child_process';

const PATIENCE_MS = 60_000;

/** What a scanner said; `failed` where it said nothing, as when its service is away. */
export type ScanVerdict = 'clean' | 'not-scanned' | 'infected' | 'failed';

/**
 * Asks the operator's scanner about a file: its exit code 0 means clean, 1 infected, as clamscan
 * and clamdscan have it. No shell is between, and the path holds no name from outside.
 */
export function scanFile(command: readonly string[] | null, path: string): Promise<ScanVerdict> {
  const [program, ...options] = command ?? [];
  if (program === undefined) return Promise.resolve('not-scanned');
  return new Promise((resolve) => {
    execFile(program, [...options, path], { timeout: PATIENCE_MS }, (error) => {
      if (!error) resolve('clean');
      else resolve(error.code === 1 ? 'infected' : 'failed');
    });
  });
}
