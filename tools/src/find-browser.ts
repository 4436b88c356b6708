import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type FoundBrowser =
  | { readonly ok: true; readonly program: string }
  | { readonly ok: false; readonly problem: string };

/**
 * These browsers are preferred, because the pages of the journeys take a quarter less processor
 * time in them.
 */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell'];

const names = [
  ...headlessNames,
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
 * Returns the browser of this machine. If there is none and the process is root on a system with
 * apt, installs one from Debian first.
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

/**
 * Installs the headless browser if it is missing, even if a full browser is installed. Does nothing
 * if BURSAR_BROWSER is set or the process may not install packages. A failed installation is
 * ignored, because the journeys then only take longer.
 */
export async function installHeadlessBrowser(): Promise<void> {
  const isChosen = (process.env['BURSAR_BROWSER'] ?? '') !== '';
  if (isChosen || searchInstalled(headlessNames) !== null || !mayInstall()) return;
  console.log('Installing Debian’s chromium-headless-shell in the background …');
  // Try without an update of the package lists first: they are mostly current.
  if (await runAptAside([...installOf(headlessPackage), ...impatient])) return;
  await runAptAside(['update', '-q', ...impatient]);
  await runAptAside([...installOf(headlessPackage), ...impatient]);
}

function searchInstalled(wanted = names): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  const others = wanted === names ? applications : [];
  return [...onPath, ...others].find(isProgram) ?? null;
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

const headlessPackage = 'chromium-headless-shell';

/** A machine that has just started often installs its own updates, so apt waits for its lock. */
const patience = ['-o', 'DPkg::Lock::Timeout=300'];
const cautiously = ['--no-install-recommends', '--no-remove'];
const installOf = (name: string) => ['install', '-q', '-y', ...cautiously, ...patience, name];

/** Limits network waits, so that the tests soon continue without a network. */
const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15'];

function installChromium(): void {
  console.log('There is no browser here: installing Debian’s chromium …');
  runApt(['update', '-q']);
  // Older Debian releases have no separate headless browser.
  if (!runApt(installOf(headlessPackage))) runApt(installOf('chromium'));
}

const aptEnv = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' });

function runApt(args: readonly string[]): boolean {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  return spawnSync('apt-get', args, { env: aptEnv(), stdio: [...stdio] }).status === 0;
}

function runAptAside(args: readonly string[]): Promise<boolean> {
  const child = spawn('apt-get', args, { env: aptEnv(), stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
