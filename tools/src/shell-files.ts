import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { openTapeFile, type TapeFile } from '@bursar/api/platform/table-files/tape-file';
import { failureSentence } from '@bursar/api/platform/failure-sentences';
import type { Outcome } from '@bursar/api/platform/outcome';
import { Refusal } from './refusal.ts';

/**
 * Opens a file named on the command line. npm runs in the folder of the checkout, so a relative
 * path is resolved against the folder in which the user called npm.
 */
export async function openNamedFile(typed: string): Promise<TapeFile> {
  const path = resolve(process.env['INIT_CWD'] ?? '.', typed);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile)
    throw new Refusal(`Bursar cannot read the file ${path}. Check that it exists and is readable.`);
  return openTapeFile(path, basename(path));
}

/**
 * Asks a yes-or-no question on a terminal. Without a terminal, prints `withoutTerminal` and answers
 * no.
 */
export async function confirm(
  question: string,
  { withoutTerminal }: { readonly withoutTerminal: string },
): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log(withoutTerminal);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // On a terminal the question handles Ctrl-C, which counts as no.
  const stopped = new AbortController();
  terminal.on('SIGINT', () => stopped.abort());
  try {
    const text = await terminal.question(`${question} [y/N] `, { signal: stopped.signal });
    return /^y(es)?$/i.test(text.trim());
  } catch {
    console.log('');
    return false;
  } finally {
    terminal.close();
  }
}

/** Returns the value of an outcome. Throws a `Refusal` with the message of a refused one. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new Refusal(failureSentence(outcome.refusal.code, outcome.refusal.details));
}

export const count = (number = 0): string => number.toLocaleString('en');
