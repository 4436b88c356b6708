import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type FoundBrowser =
  | { readonly ok: true; readonly program: string }
  | { readonly ok: false; readonly problem: string };

/** Headless builds come first, because the journeys use a third less processor time on them. */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the browser of this machine; installs it from Debian if it is missing and that is
 * permitted.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const chosen = process.env['BURSAR_BROWSER'];
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen)) return { ok: true, program: chosen };
    return { ok: false, problem: `BURSAR_BROWSER is "${chosen}", which is no program to run.` };
  }
  const found = searchInstalled();
  if (found !== null) return { ok: true, program: found };
  if (mayInstall()) installChromium();
  const installed = searchInstalled();
  if (installed !== null) return { ok: true, program: installed };
  return {
    ok: false,
    problem:
      'The journeys need a Chromium or Chrome. On Debian: apt-get install chromium-headless-shell (as root). Elsewhere install one, and set BURSAR_BROWSER to its program if it is not found.',
  };
}

function searchInstalled(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...applications].find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function mayInstall(): boolean {
  const isThere = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  return isThere && process.getuid?.() === 0;
}

function installChromium(): void {
  console.log('There is no browser here: installing Debian’s chromium …');
  runApt(['update', '-q']);
  // A machine that has just started often installs its own updates, so wait for it.
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  const install = ['install', '-q', '-y', '--no-install-recommends', ...patience];
  // Older releases include it only in the full browser.
  if (!runApt([...install, 'chromium-headless-shell'])) runApt([...install, 'chromium']);
}

function runApt(args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
