import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './document-folder.ts';

/** The file in a documents folder with the id of its installation. */
export const markerName = 'installation.id';

/** Null if the folder has no marker. */
export async function readMarker(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, markerName), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The marker is durable once this returns. It replaces another marker as a whole. */
export async function writeMarker(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${markerName}.${randomUUID()}`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, markerName));
  await syncFolder(folder);
}
