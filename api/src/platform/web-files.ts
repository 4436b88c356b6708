import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';
import { renderedPages } from './rendered-pages/rendered-pages.ts';
import { ensureXsrfCookie } from './session-cookies.ts';

/**
 * Serves the built web app: hashed assets are cached forever, all other files are revalidated.
 * Every page URL returns `index.html`, and the app's router decides whether the page exists. For
 * some pages the document contains the rendered first view.
 */
export async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const answerPlain = async (request: FastifyRequest, reply: FastifyReply) => {
    ensureXsrfCookie(request, reply);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  };
  const rendered = isBuilt(folder) ? renderedPages(app, folder) : null;
  const { paths, render } = rendered ?? { paths: [], render: async () => null };
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      const page = request.method === 'HEAD' ? null : await render(request);
      if (page === null) return answerPlain(request, reply);
      ensureXsrfCookie(request, reply);
      // The page contains the user's data, so no cache may store it, including the browser's.
      return reply.header('cache-control', 'no-store').type(html).send(page);
    });
  }
  await serveFolder(app, { folder, answerPage: answerPlain });
}

/**
 * Serves the web app during maintenance. Each page's document is marked, so that the app shows the
 * maintenance notice.
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
    answerPage: async (_request, reply) => reply.code(503).headers(headers).type(html).send(marked),
  });
}

const html = 'text/html; charset=utf-8';

type Served = {
  readonly folder: string | null;
  readonly answerPage?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

async function serveFolder(app: FastifyInstance, { folder, answerPage }: Served): Promise<void> {
  const served = isBuilt(folder);
  if (served) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Otherwise the plugin would answer `/` with this file.
      globIgnore: ['index.html*'],
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
    const isElse = isData(request.url) || namesFile(request.url) || isProbe(request.url);
    const wantsPage = request.method === 'GET' && !isElse;
    if (!served || !answerPage || !wantsPage) {
      return answerRefusal(request, reply, { code: 'not_found' });
    }
    return answerPage(request, reply);
  });
}

/**
 * Returns the hashes of inline scripts in `index.html`, which the content security policy permits.
 * The first script is inline because it runs before anything could be fetched.
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

/** Lists the translation files that are served, as language and namespace: `en/loans`. */
export function translationFilesOf(folder: string | null): ReadonlySet<string> {
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

/**
 * Returns whether the address names a file other than `/index.html`. Page addresses contain no dot,
 * so an address with a dot names a missing file, such as `/.env`. Answering it with a page would
 * make scanners and caches believe that the file exists.
 */
function namesFile(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path !== '/index.html' && /\.|%2e/i.test(path);
}

/**
 * Returns whether the address looks like a health probe. A load balancer that probes a wrong
 * address must not mistake the page for a healthy answer. No page address begins with one of these
 * words; the test of unknown addresses requests all of them.
 */
function isProbe(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return /^\/[_-]*(actuator|alive|health|heartbeat|live|metrics|ping|ready|readiness|liveness|startup|stats?|status|up|version)(check|ness|z)?(\/|$)/i.test(
    path,
  );
}

function isData(url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return path.startsWith('/api/') || path.startsWith('/locales/') || path.startsWith('/assets/');
}
