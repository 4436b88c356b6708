import { execFile } from 'node:child_process';

const PATIENCE_MS = 60_000;

/**
 * The result of a scan; `failed` if the scanner gave none, for example because its service is down.
 */
export type ScanVerdict = 'clean' | 'not-scanned' | 'infected' | 'failed';

/**
 * Runs the operator's scanner on a file. Exit code 0 means clean and 1 infected, as for clamscan
 * and clamdscan. It uses no shell, and no part of the path comes from input.
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
