import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import type { RenderedPage, RenderedPages } from '@bursar/contracts/rendered-pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedThread } from '../ask-thread.ts';
import { openThread } from '../open-thread.ts';
import { sessionCookiesOf } from '../session-cookies.ts';
import { pageViewOf } from './page-view.ts';
import type { RenderTask } from './page-thread.ts';
import { writeDocument } from './write-document.ts';

type RenderedDocuments = {
  /** The addresses of the pages. */
  readonly paths: readonly string[];
  /** Returns a page's document with its first view, or null if the browser is to draw it alone. */
  readonly render: (request: FastifyRequest) => Promise<string | null>;
};

/** In milliseconds; a page that takes longer is drawn by the browser. */
const RENDER_WITHIN_MS = 500;

/** A page takes a few milliseconds; behind more of them the browser would be faster. */
const MAX_WAITING = 8;

/** A rendering that takes so long would never end, and all later ones wait for it. */
const END_AFTER_MS = 10_000;

const thread = askedThread<RenderTask, string>(
  () => openThread(import.meta.url, './page-thread', { maxOldGenerationSizeMb: 256 }),
  { endAfterMs: END_AFTER_MS },
);

/**
 * Renders the first view of the pages that most visits open, as the signed-in user would see it.
 * The answers come from this server's own API, called with the request's cookies, so that access is
 * decided there. See docs/decisions/0103.
 */
export function renderedPages(app: FastifyInstance, webFolder: string): RenderedDocuments | null {
  const list = join(webFolder, 'rendered-pages.json');
  const module = join(webFolder, '..', 'dist-server', 'render-page.js');
  if (!existsSync(list) || !existsSync(module)) return null;
  // The build of the web app has written it.
  const pages = JSON.parse(readFileSync(list, 'utf8')) as RenderedPages;
  const document = readFileSync(join(webFolder, 'index.html'), 'utf8');

  app.addHook('onListen', () => {
    thread
      .ask({ page: null, webFolder, module })
      .catch((cause: unknown) => app.log.warn({ err: cause }, 'Pages cannot be rendered'));
  });

  const render = async (request: FastifyRequest, page: RenderedPage): Promise<string | null> => {
    const view = pageViewOf(request);
    const answers = view && (await readAnswers(app, request, page.reads));
    if (!answers) return null;
    const { id, role, email } = sessionOf(answers);
    // The list of pages was searched for the role that the browser named.
    if (role !== request.cookies['role']) return null;
    const account = { id, role, email };
    const html = await thread.ask({ page: { ...view, account, answers }, webFolder, module });
    return writeDocument(document, { ...page, html, view, answers });
  };

  const renderInTime = async (request: FastifyRequest): Promise<string | null> => {
    const page = pages[`${request.cookies['role']}${request.url}`];
    if (!page || !sessionCookiesOf(request) || thread.waiting() >= MAX_WAITING) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), RENDER_WITHIN_MS);
    });
    try {
      return await Promise.race([render(request, page), late]);
    } catch (cause) {
      request.log.warn({ err: cause }, 'A page could not be rendered; the browser draws it');
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  const paths = Object.keys(pages).map((place) => place.slice(place.indexOf('/')));
  return { paths: [...new Set(paths)], render: renderInTime };
}

/** Calls the reads as the browser would; null if one of them is refused. */
async function readAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  reads: readonly string[],
): Promise<Readonly<Record<string, string>> | null> {
  const { 'accept-encoding': _encoding, 'if-none-match': _match, ...headers } = request.headers;
  const answers = await Promise.all(
    reads.map(async (url) => {
      const { statusCode, body } = await app.inject({
        method: 'GET',
        url,
        headers: { ...headers, accept: 'application/json' },
        remoteAddress: request.socket.remoteAddress ?? '',
      });
      return statusCode === 200 ? ([url, body] as const) : null;
    }),
  );
  return answers.every((answer) => answer !== null) ? Object.fromEntries(answers) : null;
}

function sessionOf(answers: Readonly<Record<string, string>>): AnswerOf<ReadSession> {
  // The endpoint has written it by this contract.
  return JSON.parse(answers['/api/session'] ?? 'null') as AnswerOf<ReadSession>;
}
