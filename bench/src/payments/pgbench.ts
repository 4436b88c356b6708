import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { PgbenchScript } from './pgbench-script.ts';

/** Returns the path of pgbench; null if it is not installed. */
export function findPgbench(path = process.env['PATH'] ?? ''): string | null {
  const folders = [...path.split(delimiter), '/usr/bin'];
  return folders.map((folder) => join(folder, 'pgbench')).find(existsSync) ?? null;
}

export type PgbenchRun = {
  readonly program: string;
  readonly script: PgbenchScript;
  readonly folder: string;
  readonly target: { readonly host: string; readonly user: string; readonly database: string };
  readonly clients: number;
  readonly seconds: number;
  readonly numbers: Readonly<Record<string, number>>;
};

/** Returns the number of transactions in each second of a run with prepared statements. */
export async function runPgbench(run: PgbenchRun): Promise<readonly number[]> {
  const { program, script, folder, target, clients, seconds, numbers } = run;
  const file = join(folder, 'payment.pgbench');
  writeFileSync(file, script.text);
  const variables = Object.entries({ ...script.variables, ...numbers });
  const defined = variables.map(([name, value]) => `--define=${name}=${value}`);
  const length = [`--client=${clients}`, '--jobs=1', `--time=${seconds}`, '--progress=1'];
  const server = [`--host=${target.host}`, `--username=${target.user}`, target.database];
  const statements = ['--protocol=prepared', '--no-vacuum', `--file=${file}`];
  const options = [...statements, ...length, ...defined, ...server];
  const { code, output } = await finish(program, options);
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${output.slice(-2000)}`);
  return readProgress(output);
}

/** Returns the figures of `--progress` for each second. */
export function readProgress(output: string): readonly number[] {
  return [...output.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, rate]) =>
    Number(rate),
  );
}

function finish(program: string, options: readonly string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const read = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
