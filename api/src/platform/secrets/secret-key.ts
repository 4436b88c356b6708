import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES } from './secret-box.ts';

/** Parses a base64 key, such as one from `openssl rand -base64 32`; null if it is invalid. */
export function parseSecretKey(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Returns the file's text, trimmed; null if there is no such file. */
export function readKeyFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Creates a key file that only the system user of this process can read. The file appears complete
 * or not at all, and an existing file is never overwritten.
 */
export function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const making = `${file}.${process.pid}`;
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  writeFileSync(making, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(making, file);
  } catch (error) {
    // Another process created the file first; use its key.
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(making);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
