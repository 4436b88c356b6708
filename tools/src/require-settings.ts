import { accessSync, constants } from 'node:fs';
import { readSettings, type Settings } from '@bursar/api/platform/settings';
import { homeFolder } from './home-folder.ts';
import { Refusal } from './refusal.ts';

/** The settings of this run, or a refusal that names each wrong one. */
export function requireSettings(): Settings {
  const result = readSettings(process.env, { homeFolder });
  if (!result.ok) throw new Refusal(result.problems.join('\n'));
  const { tls } = result.settings;
  if (tls !== null) {
    requireReadable('TLS_CERT', tls.certFile);
    requireReadable('TLS_KEY', tls.keyFile);
  }
  return result.settings;
}

function requireReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new Refusal(`${name} is "${file}", but there is no such file that Bursar may read.`);
  }
}
