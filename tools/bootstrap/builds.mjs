import fs from 'node:fs';
import path from 'node:path';
import { root, runQuietly, say } from './run-quietly.mjs';
import { digestOf, readStamp, writeStamp } from './stamps.mjs';

const code = ['loan-maths', 'contracts', 'api', 'tools'];
const tsc = path.join('node_modules', 'typescript', 'bin', 'tsc');
const vite = path.join('..', 'node_modules', 'vite', 'bin', 'vite.js');

const builds = {
  server: {
    sentence: 'Building the server',
    sources: code,
    command: [tsc, '-b', ...code],
    result: 'tools/dist/start.js',
  },
  web: {
    sentence: 'Building the web',
    sources: ['web', 'loan-maths', 'contracts'],
    command: [vite, 'build', '--logLevel', 'warn'],
    folder: 'web',
    result: 'web/dist/index.html',
  },
  /** Type errors must not stop the test runner from starting, because it reports them itself. */
  tools: {
    sentence: 'Building the test runner',
    sources: code,
    command: [tsc, '-b', 'tools'],
    result: 'tools/dist/test.js',
    mayFail: true,
  },
  e2e: {
    sentence: 'Building the photographer',
    sources: [...code, 'e2e'],
    command: [tsc, '-b', 'e2e'],
    result: 'e2e/dist/shots/shots.js',
  },
  bench: {
    sentence: 'Building the measurements',
    sources: [...code, 'bench'],
    command: [tsc, '-b', 'bench'],
    result: 'bench/dist/bench.js',
  },
};

export function isUpToDate(name) {
  const { result, sources } = builds[name];
  return fs.existsSync(path.join(root, result)) && readStamp(name) === sourcesDigest(sources);
}

export async function bringUpToDate(name) {
  if (isUpToDate(name)) return;
  const { sentence, sources, command, folder, result, mayFail = false } = builds[name];
  const digest = sourcesDigest(sources);
  say(`${sentence} …`);
  const succeeded = await runQuietly([process.execPath, ...command], {
    folder,
    problem: `${sentence} failed.`,
    mayFail,
  });
  if (!fs.existsSync(path.join(root, result))) throw new Error(`${result} was not built.`);
  if (succeeded) writeStamp(name, digest);
}

function sourcesDigest(workspaces) {
  const settings = ['package-lock.json', 'package.json', 'tsconfig.base.json'];
  return digestOf([...settings, ...workspaces.flatMap(listSources)]);
}

function listSources(folder) {
  const ignored = new Set(['node_modules', 'dist', 'dist-server', 'migrations']);
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : listSources(file);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [file];
  });
}
