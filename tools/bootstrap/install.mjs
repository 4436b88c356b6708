import fs from 'node:fs';
import path from 'node:path';
import { root, runQuietly, say } from './run-quietly.mjs';
import { digestOf, readStamp, writeStamp } from './stamps.mjs';

export function isInstalled() {
  return readStamp('installed') === dependenciesDigest();
}

export async function install() {
  const isFirst = !fs.existsSync(path.join(root, 'node_modules'));
  say(isFirst ? 'Installing dependencies, this first time …' : 'Updating dependencies …');
  // `npm ci` first deletes node_modules, which a running server or an editor may be using.
  const command = isFirst ? ['ci'] : ['install', '--no-save'];
  removeOutdatedPatches();
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await runQuietly([...findNpm(), ...command, ...flags, '--loglevel=error'], {
    problem: 'The dependencies could not be installed.',
  });
  // npm may be configured to run no scripts, including Bursar's own. Packages that are already
  // patched do not change again.
  await runQuietly([process.execPath, 'node_modules/patch-package/index.js', '--error-on-fail'], {
    problem: 'The patches of the dependencies could not be applied.',
  });
  for (const file of patchFiles()) writeStamp(file, digestOf([`patches/${file}`]));
  writeStamp('installed', dependenciesDigest());
}

/**
 * Removes the packages whose patch is new or changed, so that npm fetches them again: a patch
 * applies to the published package, not to the result of the previous patch.
 */
function removeOutdatedPatches() {
  for (const file of patchFiles()) {
    if (readStamp(file) === digestOf([`patches/${file}`])) continue;
    // `@scope+name+1.2.3.patch` and `@scope+name+1.2.3+001+why.patch` patch `@scope/name`; npm
    // fetches missing packages.
    const name = file.replace(/\+\d+\..*$/, '').replaceAll('+', '/');
    fs.rmSync(path.join(root, 'node_modules', name), { recursive: true, force: true });
  }
}

const patchFiles = () => fs.readdirSync(path.join(root, 'patches'));

function dependenciesDigest() {
  const manifests = fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => path.join(entry.name, 'package.json'));
  const patches = patchFiles().map((file) => `patches/${file}`);
  // A checkout that was moved to another system or Node has the wrong prebuilt binaries.
  const machine = `${process.platform} ${process.arch} ${process.versions.modules}`;
  return digestOf(['package.json', 'package-lock.json', ...manifests, ...patches], machine);
}

/** Returns the npm that runs `npm start`, otherwise the one on the PATH. */
function findNpm() {
  const running = process.env['npm_execpath'];
  const isNpm = running !== undefined && path.basename(running) === 'npm-cli.js';
  return isNpm && fs.existsSync(running) ? [process.execPath, running] : ['npm'];
}
