import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { readSettings, type Settings } from '@bursar/api/platform/settings';
import { homeFolder } from './home-folder.ts';
import { Refusal } from './refusal.ts';

/** Returns the settings of this run, or throws a refusal that names each wrong one. */
export function requireSettings(): Settings {
  const result = readSettings(process.env, { homeFolder });
  if (!result.ok) throw new Refusal(result.problems.join('\n'));
  const { tls, dataFolder } = result.settings;
  requireFolder(dataFolder);
  if (tls !== null) {
    requireReadable('TLS_CERT', tls.certFile);
    requireReadable('TLS_KEY', tls.keyFile);
    requirePair(tls);
  }
  return result.settings;
}

/**
 * Refuses a data folder that is a file, or has a file in its path. A missing folder is accepted:
 * the code that needs it creates it. An external database needs the folder too, for documents.
 */
function requireFolder(folder: string): void {
  const refusal = new Refusal(`BURSAR_DATA is "${folder}", but that is a file, not a folder.`);
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) return;
  } catch (error) {
    // The first code that uses the folder reports any other problem.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return;
  }
  throw refusal;
}

function requirePair({ certFile, keyFile }: { certFile: string; keyFile: string }): void {
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      `TLS_CERT "${certFile}" and TLS_KEY "${keyFile}" are not a certificate and its key in PEM form: ${reason}.`,
    );
  }
}

function requireReadable(name: string, file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new Refusal(`${name} is "${file}", but Bursar cannot read such a file.`);
  }
}
