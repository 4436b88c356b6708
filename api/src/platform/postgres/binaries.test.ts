import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, restoreLinks } from './binaries.ts';
import { chooseDatabaseUser } from './database-user.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bursar-binaries-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a stand-in with the npm package's layout: a program, a library and a list of links. */
function makeInstalled(): string {
  const native = join(folder, 'closed', 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  mkdirSync(join(native, 'lib'));
  writeFileSync(join(native, 'bin', 'postgres'), '#!/bin/sh\necho postgres 18\n', { mode: 0o700 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return native;
}

describe('restoreLinks', () => {
  it('creates each missing library link, also when run twice', () => {
    const native = makeInstalled();
    restoreLinks(native);
    restoreLinks(native);
    expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  });
});

describe('findBinaries', () => {
  const sentences: string[] = [];
  const find = (native: string) =>
    findBinaries(
      {
        user: chooseDatabaseUser(null),
        fallbackFolder: join(folder, 'fallback'),
        log: (sentence) => sentences.push(sentence),
      },
      { folder: native, version: '18.4.0' },
    );

  it('finds the npm package', () => {
    const user = chooseDatabaseUser(null);
    const { folder: native } = findBinaries({ user, fallbackFolder: folder, log: () => undefined });
    const version = execFileSync(join(native, 'bin', 'postgres'), ['--version'], {
      encoding: 'utf8',
    });
    expect(version).toContain('PostgreSQL) 18.');
  });

  it('copies it once with its links if PostgreSQL under root cannot read it', () => {
    const native = makeInstalled();
    chmodSync(join(folder, 'closed'), 0o700);
    const isRoot = chooseDatabaseUser(null) !== null;
    const found = find(native);
    expect(found.folder).toBe(isRoot ? join(folder, 'fallback', 'postgresql-18.4.0') : native);
    expect(find(native)).toEqual(found);
    expect(sentences).toHaveLength(isRoot ? 1 : 0);
    expect(lstatSync(join(found.folder, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
  });
});
