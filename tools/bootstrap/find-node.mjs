// Prints the path of the Node.js that runs Bursar: the current one if it is new enough, otherwise
// Node.js 24 from the npm registry, fetched once into `.cache`. It must itself run on Node.js 20.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIRED_MAJOR = 24;
const FETCHED_VERSION = '24.21.0';
const root = fileURLToPath(new URL('../../', import.meta.url));

try {
  process.stdout.write(`${isNewEnough() ? process.execPath : fetchedNode()}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR;
}

function fetchedNode() {
  const packageName = `node-${process.platform}-${process.arch}`;
  const folder = path.join(root, '.cache', `${packageName}-${FETCHED_VERSION}`);
  const program = path.join('node_modules', packageName, 'bin', 'node');
  if (!fs.existsSync(path.join(folder, program))) {
    fetchInto(folder, `${packageName}@${FETCHED_VERSION}`, program);
  }
  return path.join(folder, program);
}

/**
 * Fetches Node.js into a temporary folder, and renames that folder when it is complete. A killed or
 * concurrent fetch therefore never leaves a partial Node.js.
 */
function fetchInto(folder, packageSpec, program) {
  process.stderr.write(`Fetching Node.js ${FETCHED_VERSION}, this first time …\n`);
  const unfinished = `${folder}.${process.pid}`;
  try {
    fs.mkdirSync(unfinished, { recursive: true });
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const [npm, ...npmArgs] = findNpm();
    const args = [...npmArgs, 'install', '--prefix', unfinished, ...flags, packageSpec];
    const installed = spawnSync(npm, args, { encoding: 'utf8' });
    const output = `${installed.stdout ?? ''}${installed.stderr ?? ''}`;
    if (installed.status !== 0 || !runs(path.join(unfinished, program))) {
      throw new Error(`${output.trim()}\n\n${refusal}`.trimStart());
    }
    moveIntoPlace(unfinished, folder);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

function moveIntoPlace(unfinished, folder) {
  try {
    fs.renameSync(unfinished, folder);
  } catch (error) {
    // Another command fetched the same version at the same time.
    if (!['EEXIST', 'ENOTEMPTY'].includes(error.code)) throw error;
  }
}

function runs(program) {
  return spawnSync(program, ['--version']).status === 0;
}

/** Returns the npm that runs this command, if there is one; otherwise the npm on the PATH. */
function findNpm() {
  const running = process.env['npm_execpath'];
  const isNpm = running !== undefined && path.basename(running) === 'npm-cli.js';
  return isNpm && fs.existsSync(running) ? [process.execPath, running] : ['npm'];
}

const refusal = `Bursar needs Node.js ${REQUIRED_MAJOR}; this is ${process.versions.node}, and fetching version ${FETCHED_VERSION} failed. Install Node.js ${REQUIRED_MAJOR} from https://nodejs.org.`;
