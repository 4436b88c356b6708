import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerRefusal } from './refusals.ts';
import { ensureXsrfCookie } from './session-cookies.ts';

/**
 * Serves the built web: hashed assets for ever, everything else checked on each visit. Addresses
 * of pages all answer `index.html`; the router in it knows which exist.
 */
export async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const served = folder !== null && existsSync(join(folder, 'index.html'));
  if (served) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const immutable = path.includes('/assets/');
        response.setHeader(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !isData(request.url);
    if (!served || !wantsPage) return answerRefusal(request, reply, { code: 'not_found' });
    ensureXsrfCookie(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/**
 * The hashes of the scripts that lie inside `index.html`, by which the content security policy
 * lets them run: the first of them runs before anything could be fetched.
 */
export function inlineScriptHashes(folder: string | null): readonly string[] {
  const path = join(folder ?? '', 'index.html');
  if (folder === null || !existsSync(path)) return [];
  const scripts = readFileSync(path, 'utf8').matchAll(
    /<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs,
  );
  return [...scripts].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  );
}

/** The files of words that are served, each as its language and what it is of: `en/loans`. */
export function wordFilesOf(folder: string | null): ReadonlySet<string> {
  const locales = join(folder ?? '', 'locales');
  if (folder === null || !existsSync(locales)) return new Set();
  const files = readdirSync(locales, { recursive: true, encoding: 'utf8' });
  return new Set(
    files.flatMap((path) => /^([\w-]+\/[\w-]+)\.json$/.exec(path.replaceAll(sep, '/'))?.[1] ?? []),
  );
}

function isData(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path.startsWith('/api/') || path.startsWith('/locales/') || path.startsWith('/assets/');
}
