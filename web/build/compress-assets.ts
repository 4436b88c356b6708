import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
const worthCompressingBytes = 512;

/**
 * Writes a `.br` and a `.gz` next to every text file of the build, so that the server sends the
 * best compression without spending CPU time on it.
 */
export function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'bursar:compress-assets',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    // This hook also runs after a failed build, whose own message must stay the last.
    closeBundle: (error) => (error === undefined ? compressFolder(folder) : undefined),
  };
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthCompressingBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((it) => writeFile(`${path}.br`, it)),
    promisify(gzip)(content, { level: 9 }).then((it) => writeFile(`${path}.gz`, it)),
  ]);
}
