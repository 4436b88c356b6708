import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An expected failure of a command. The user sees its message without a stack trace. */
export class Refusal extends Error {}

/** Runs a program and returns whether it succeeded. Its output is shown only if it failed. */
export async function runQuietly([program, ...args], { folder = '.', problem, mayFail = false }) {
  // With NODE_ENV "production", npm would omit packages that the build needs.
  const { NODE_ENV: _ignored, ...env } = process.env;
  const child = spawn(program, args, { cwd: path.join(root, folder), env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  child.once('error', (error) => (output += error.message));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0 && !mayFail) throw new Refusal(`${output.trim()}\n\n${problem}`);
  return status === 0;
}

export function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}
