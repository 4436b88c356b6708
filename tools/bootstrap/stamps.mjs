import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run-quietly.mjs';

// The stamps are in node_modules, so that the next command installs and builds everything again if
// that folder was deleted.
const folder = path.join(root, 'node_modules', '.cache', 'bursar');

export function readStamp(name) {
  const file = path.join(folder, name);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

export function writeStamp(name, digest) {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), digest);
}

/** Digests content instead of file times, which a checkout, a copy or a wrong clock changes. */
export function digestOf(files, more = '') {
  const hash = createHash('sha256').update(more);
  for (const file of files.toSorted()) {
    const full = path.join(root, file);
    if (fs.existsSync(full)) hash.update(`\0${file}\0`).update(fs.readFileSync(full));
  }
  return hash.digest('hex');
}
