import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A reason to stop that its reader can act on: shown as its sentence, without a stack. */
export class Refusal extends Error {}

/** Runs a program and answers whether it succeeded; what it printed matters only if it failed. */
export async function runQuietly([program, ...args], { folder = '.', problem, mayFail = false }) {
  // Where NODE_ENV is "production", npm would leave out what the build needs.
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
