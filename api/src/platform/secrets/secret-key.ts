import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { KEY_BYTES } from './secret-box.ts';

/** A key as it is written down, such as by `openssl rand -base64 32`; null where it is none. */
export function parseSecretKey(text: string): Buffer | null {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : null;
}

/** What the file holds, as text; null where there is no such file. */
export function readKeyFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Makes a key in a file for this account alone. It appears whole or not at all, and never twice. */
export function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const making = `${file}.${process.pid}`;
  const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`;
  writeFileSync(making, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(making, file);
  } catch (error) {
    // Another start was faster: its key is the one.
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(making);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
