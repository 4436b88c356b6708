import { readFileSync } from 'node:fs';

export type Env = Readonly<Record<string, string | undefined>>;
export type Complain = (problem: string) => void;

/**
 * Returns the trimmed text of a variable; null if it is unset. An empty variable counts as unset,
 * as in `PORT= npm start`.
 */
export function readText(env: Env, name: string): string | null {
  const text = env[name]?.trim();
  return text === undefined || text === '' ? null : text;
}

export function readSwitch(
  env: Env,
  options: { name: string; fallback: boolean; complain: Complain },
): boolean {
  const text = readText(env, options.name);
  if (text === null) return options.fallback;
  if (text === 'on') return true;
  if (text === 'off') return false;
  options.complain(`${options.name} is "${text}", but it can only be "on" or "off".`);
  return options.fallback;
}

/** Settings that contain a password or a key. */
const secretNames = [
  'BURSAR_ADMIN_PASSWORD',
  'BURSAR_SECRET',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'DOCUMENTS_S3_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
] as const;

/**
 * Returns the settings, with each secret read from the file that `…_FILE` names. Containers mount
 * secrets as files, because tools display environment variables and child programs inherit them.
 */
export function withSecretFiles(env: Env, complain: Complain): Env {
  const read: Record<string, string> = {};
  for (const name of secretNames) {
    const file = readText(env, `${name}_FILE`);
    if (file === null) continue;
    if (readText(env, name) !== null) {
      complain(`${name} and ${name}_FILE are both set, but they are one setting. Set one of them.`);
      continue;
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch {
      complain(`${name}_FILE is "${file}", but Bursar cannot read such a file.`);
    }
    if (read[name] === '') complain(`${name}_FILE is "${file}", but that file is empty.`);
  }
  return { ...env, ...read };
}
