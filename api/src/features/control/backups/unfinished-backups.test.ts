import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasEndedUnasked } from '../../../platform/postgres/process-identity.ts';
import { openBackupFile } from './backup-file.ts';
import { removeDeadBackups } from './unfinished-backups.ts';

const unfinished = gzipSync('a backup that goes on').subarray(0, 12);
const elsewhere = '0123abcd-7-89abcdef';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bursar-unfinished-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, { silentMinutes = 0, content = unfinished } = {}): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const at = new Date(Date.now() - silentMinutes * 60_000);
  utimesSync(path, at, at);
  return path;
};
const removed = async () => {
  const left = await removeDeadBackups(folder, new Date());
  return left.map(({ path }) => path.slice(folder.length + 1)).toSorted();
};

/** Starts a process that writes a backup in the folder until it is stopped. */
async function startMaker(
  command: readonly string[] = [],
): Promise<{ maker: ChildProcess; name: string }> {
  const module = new URL('./backup-file.ts', import.meta.url).href;
  const script = `const { openBackupFile } = await import(${JSON.stringify(module)});
    await openBackupFile(${JSON.stringify(join(folder, 'books.backup'))});
    console.log('begun');
    setInterval(() => undefined, 1000);`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
  const [program = '', ...args] = [...command, ...node];
  const maker = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(maker, 'exit').then(() => Promise.reject(new Error('the maker has ended')));
  await Promise.race([once(maker.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  const name = readdirSync(folder).find((one) => one.endsWith('.partial')) ?? '';
  return { maker, name };
}

describe('the partial file of a killed backup', () => {
  it('is removed at once if its process has ended, and never while it runs', async () => {
    const { maker, name } = await startMaker();
    // A live process may be suspended for long, so its file is not removed.
    const longAgo = new Date(Date.now() - 86_400_000);
    utimesSync(join(folder, name), longAgo, longAgo);
    expect(await removed()).toEqual([]);
    maker.kill('SIGKILL');
    await once(maker, 'exit');
    expect(await removed()).toEqual([name]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'is removed at once if its process is a zombie',
    async () => {
      const deaf = ['/bin/sh', '-c', '"$@" & exec sleep 60', 'sh'];
      const { maker: parent, name } = await startMaker(deaf);
      try {
        const pid = Number(/-(\d+)-[0-9a-f]{8}\.partial$/.exec(name)?.[1]);
        expect(await removed()).toEqual([]);
        process.kill(pid, 'SIGKILL');
        await expect.poll(() => hasEndedUnasked(pid)).toBe(true);
        expect(await removed()).toEqual([name]);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('is removed after an hour without a write if its process cannot be checked', async () => {
    put(`.a.backup.00c0ffee.${elsewhere}.partial`, { silentMinutes: 59 });
    put('.b.backup.00c0ffee.partial', { silentMinutes: 59 });
    expect(await removed()).toEqual([]);
    const [other, earlier] = [
      `.c.backup.00c0ffee.${elsewhere}.partial`,
      '.d.backup.00c0ffee.partial',
    ];
    put(other, { silentMinutes: 61 });
    put(earlier, { silentMinutes: 61, content: Buffer.alloc(0) });
    expect(await removed()).toEqual([other, earlier]);
  });

  it('is recognised by name and content, so that no other file is removed', async () => {
    const old = { silentMinutes: 10_000 };
    put('books.backup', old);
    put('.film.00c0ffee.partial', { ...old, content: Buffer.from('RIFF') });
    put('.books.partial', old);
    put('books.backup.00c0ffee.partial', old);
    mkdirSync(join(folder, '.folder.00c0ffee.partial'));
    expect(await removed()).toEqual([]);
    expect(await removeDeadBackups(join(folder, 'none'), new Date())).toEqual([]);
  });

  it('is distinguished from a running backup by its last write', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const file = await openBackupFile(join(folder, 'books.backup'));
      const [name = ''] = readdirSync(folder);
      const path = put(name, { silentMinutes: 30 });
      vi.advanceTimersByTime(60_000);
      await expect.poll(() => Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
      await file.discard();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
