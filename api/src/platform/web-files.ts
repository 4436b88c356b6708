import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';
import { ensureXsrfCookie } from './session-cookies.ts';

/**
 * Serves the built web: hashed assets for ever, everything else checked on each visit. Addresses
 * of pages all answer `index.html`; the router in it knows which exist.
 */
export async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  await serveFolder(app, {
    folder,
    answerPage: (request, reply) => {
      ensureXsrfCookie(request, reply);
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    },
  });
}

/**
 * Serves the web where nothing can be asked of the books yet: every page's document is marked, by
 * which the page shows that Bursar is being worked on.
 */
export async function serveMarkedWeb(
  app: FastifyInstance,
  { folder, retrySeconds }: { readonly folder: string | null; readonly retrySeconds: number },
): Promise<void> {
  if (!isBuilt(folder)) return serveFolder(app, { folder: null });
  const document = readFileSync(join(folder, 'index.html'), 'utf8');
  const marked = document.replace('<html', '<html data-under-maintenance');
  const headers = { 'cache-control': 'no-store', 'retry-after': String(retrySeconds) };
  return serveFolder(app, {
    folder,
    // Else the document would be given out as it lies there at `/`.
    globIgnore: ['index.html*'],
    answerPage: (_request, reply) =>
      reply.code(503).headers(headers).type('text/html; charset=utf-8').send(marked),
  });
}

type Served = {
  readonly folder: string | null;
  readonly globIgnore?: string[];
  readonly answerPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
};

async function serveFolder(
  app: FastifyInstance,
  { folder, globIgnore = [], answerPage }: Served,
): Promise<void> {
  const served = isBuilt(folder);
  if (served) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        reply.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !isData(request.url);
    if (!served || !answerPage || !wantsPage) {
      return answerRefusal(request, reply, { code: 'not_found' });
    }
    return answerPage(request, reply);
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

function isBuilt(folder: string | null): folder is string {
  return folder !== null && existsSync(join(folder, 'index.html'));
}

function isData(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path.startsWith('/api/') || path.startsWith('/locales/') || path.startsWith('/assets/');
}
