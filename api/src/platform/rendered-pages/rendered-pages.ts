import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import type { RenderedPage, RenderedPages } from '@bursar/contracts/rendered-pages';
import { isRole } from '@bursar/contracts/roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askedThread } from '../ask-thread.ts';
import { openThread } from '../open-thread.ts';
import { openReading } from '../postgres/readings.ts';
import { sessionCookiesOf } from '../session-cookies.ts';
import type { RenderTask } from './page-thread.ts';
import { pageViewOf } from './page-view.ts';
import { readAnswers } from './read-answers.ts';
import { writeDocument } from './write-document.ts';

type RenderedDocuments = {
  /** The addresses of the pages. */
  readonly paths: readonly string[];
  /** Returns a page's document with its first view; null if the browser must render the page. */
  readonly render: (request: FastifyRequest) => Promise<string | null>;
};

/** Time limit of a rendering; the browser renders a page that takes longer. */
const RENDER_WITHIN_MS = 500;

/**
 * Time for which the server renders no pages after one was too late, so that it delays no further
 * pages.
 */
const REST_MS = 5_000;

/**
 * Maximum number of pages that are rendered at once. A page takes a few milliseconds; with more
 * pages at once, the browser is faster.
 */
const MOST_AT_ONCE = 4;

/**
 * A rendering that takes this long is ended: it would never finish, and all later ones wait for it.
 */
const END_AFTER_MS = 10_000;

const thread = askedThread<RenderTask, string>(
  () => openThread(import.meta.url, './page-thread', { maxOldGenerationSizeMb: 256 }),
  { endAfterMs: END_AFTER_MS },
);

/**
 * Renders the first view of the pages that most visits open, as the signed-in user would see it.
 * The data is read from this server's own API with the request's cookies, so the API decides on
 * access. See docs/decisions/0103.
 */
export function renderedPages(app: FastifyInstance, webFolder: string): RenderedDocuments | null {
  const list = join(webFolder, 'rendered-pages.json');
  const module = join(webFolder, '..', 'dist-server', 'render-page.js');
  if (!existsSync(list) || !existsSync(module)) return null;
  // The build of the web app writes this file.
  const pages = JSON.parse(readFileSync(list, 'utf8')) as RenderedPages;
  const document = readFileSync(join(webFolder, 'index.html'), 'utf8');
  let running = 0;
  let restsUntil = 0;

  app.addHook('onListen', () => {
    thread
      .ask({ page: null, webFolder, module })
      .catch((cause: unknown) => app.log.warn({ err: cause }, 'Pages cannot be rendered'));
  });

  const render = async (request: FastifyRequest, page: RenderedPage): Promise<string | null> => {
    const view = pageViewOf(request);
    if (!view) return null;
    const reading = openReading(RENDER_WITHIN_MS);
    const answers = await reading.run(() => readAnswers(app, request, page.reads));
    if (!answers || reading.isEnded()) return null;
    const { id, role, email } = sessionOf(answers);
    // The page was chosen by the role in the browser's cookie, so the session must have the same
    // role.
    if (role !== request.cookies['role']) return null;
    const account = { id, role, email };
    const toRender = { ...view, path: request.url, account, answers };
    const html = await thread.ask({ page: toRender, webFolder, module });
    return writeDocument(document, { ...page, html, view, answers, accountId: id });
  };

  /** Renders within the time limit; a late rendering counts as running until it has ended. */
  const renderInTime = async (request: FastifyRequest): Promise<string | null> => {
    const page = pageOf(pages, request);
    if (!page || running >= MOST_AT_ONCE || Date.now() < restsUntil) return null;
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      restsUntil = Date.now() + REST_MS;
      late.resolve(null);
    }, RENDER_WITHIN_MS);
    running += 1;
    const rendered = render(request, page)
      .catch((cause: unknown) => {
        request.log.warn({ err: cause }, 'A page was not rendered');
        return null;
      })
      .finally(() => {
        clearTimeout(timer);
        running -= 1;
      });
    return Promise.race([rendered, late.promise]);
  };

  const paths = new Set(Object.values(pages).flatMap((ofRole) => Object.keys(ofRole)));
  return { paths: [...paths], render: renderInTime };
}

function pageOf(pages: RenderedPages, request: FastifyRequest): RenderedPage | undefined {
  const role = request.cookies['role'] ?? '';
  return isRole(role) && sessionCookiesOf(request) ? pages[role][request.url] : undefined;
}

function sessionOf(answers: Readonly<Record<string, string>>): AnswerOf<ReadSession> {
  // The answer of this endpoint has this type by its contract.
  return JSON.parse(answers['/api/session'] ?? 'null') as AnswerOf<ReadSession>;
}
