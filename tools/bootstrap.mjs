// Runs each command of Bursar, such as `npm start`. It runs before dependencies are installed, so
// it is plain JavaScript without dependencies. It installs and builds what is missing or outdated,
// then runs a compiled tool.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bringUpToDate, isUpToDate } from './bootstrap/builds.mjs';
import { install, isInstalled } from './bootstrap/install.mjs';
import { takeLock } from './bootstrap/lock.mjs';
import { Refusal, root } from './bootstrap/run-quietly.mjs';

/** The program of each command, and the builds that it needs. */
const commands = {
  build: { needs: ['server', 'web'] },
  start: { tool: 'tools/dist/start.js', needs: ['server', 'web'] },
  dev: { tool: 'tools/dist/dev.js', needs: ['server'] },
  test: { tool: 'tools/dist/test.js', needs: ['tools'] },
  'test:cluster': { tool: 'tools/dist/test-cluster.js', needs: ['server'] },
  'test:crash': { tool: 'tools/dist/test-crash.js', needs: ['server'] },
  'test:fuzz': { tool: 'tools/dist/test-fuzz.js', needs: ['tools'] },
  check: { tool: 'tools/dist/check.js', needs: ['tools'] },
  bench: { tool: 'bench/dist/bench.js', needs: ['server', 'web', 'bench'] },
  shots: { tool: 'e2e/dist/shots/shots.js', needs: ['server', 'web', 'e2e'] },
  backup: { tool: 'tools/dist/backup.js', needs: ['server'] },
  close: { tool: 'tools/dist/close.js', needs: ['server'] },
  import: { tool: 'tools/dist/import.js', needs: ['server'] },
  'import:bank': { tool: 'tools/dist/import-bank.js', needs: ['server'] },
  indexes: { tool: 'tools/dist/indexes.js', needs: ['server'] },
  'recover-admin': { tool: 'tools/dist/recover-admin.js', needs: ['server'] },
  restore: { tool: 'tools/dist/restore.js', needs: ['server'] },
  seed: { tool: 'tools/dist/seed.js', needs: ['server'] },
  'verify-books': { tool: 'tools/dist/verify-books.js', needs: ['server'] },
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main([name = '', ...args]) {
  checkNode();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const known = Object.keys(commands).join(', ');
    throw new Refusal(`There is no command "${name}". There are: ${known}.`);
  }
  await prepare(command.needs);
  if (command.tool === undefined) return;
  const tool = await import(pathToFileURL(path.join(root, command.tool)).href);
  await tool.main(args);
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  throw new Refusal(
    `Bursar runs on Node.js 24; this is ${process.versions.node}. Use npm, such as "npm start": it fetches Node.js 24.`,
  );
}

/**
 * Installs and builds what is missing or outdated. It checks once without the lock, so that a start
 * with nothing to do never waits for another process.
 */
async function prepare(needs) {
  if (isInstalled() && needs.every(isUpToDate)) return;
  const release = await takeLock();
  try {
    if (!isInstalled()) await install();
    for (const need of needs) await bringUpToDate(need);
  } finally {
    release();
  }
}
