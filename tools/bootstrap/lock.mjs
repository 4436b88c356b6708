import fs from 'node:fs';
import path from 'node:path';
import { Refusal, root, say } from './run-quietly.mjs';

const lockFile = path.join(root, '.cache', 'preparing');
const beatMs = 2000;
const silentMs = 60_000;

/**
 * Takes the lock, and waits while another process has it, because two npm installs in one folder
 * break each other. Returns the function that releases the lock.
 */
export async function takeLock() {
  for (let announced = false; !tryLock(); announced = true) {
    clearLockOfTheDead();
    if (!announced) say('Another Bursar is installing or building here; waiting for it …');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // A recent file time distinguishes a live holder from a process that reused a dead holder's id.
  const beat = setInterval(() => fs.utimesSync(lockFile, new Date(), new Date()), beatMs);
  return () => {
    clearInterval(beat);
    fs.rmSync(lockFile, { force: true });
  };
}

function tryLock() {
  try {
    fs.mkdirSync(path.dirname(lockFile), { recursive: true });
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Refusal(`Bursar must write in ${root} to install and build itself: ${error.message}`);
  }
}

/**
 * Removes the lock if its process has ended or hangs. It renames the lock first, so that only one
 * waiting process can remove it.
 */
function clearLockOfTheDead() {
  if (!isDead(lockFile)) return;
  const aside = `${lockFile}.${process.pid}`;
  try {
    fs.renameSync(lockFile, aside);
    if (!isDead(aside)) fs.linkSync(aside, lockFile);
    fs.rmSync(aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isDead(file) {
  try {
    if (Date.now() - fs.statSync(file).mtimeMs > silentMs) return true;
    const holder = Number(fs.readFileSync(file, 'utf8'));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
