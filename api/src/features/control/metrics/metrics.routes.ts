import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../../platform/call-rate.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { isInNetworks } from '../../../platform/networks.ts';
import { answerRefusal } from '../../../platform/refusals.ts';
import { thisMachine, type MetricsAccess } from '../../../platform/operation-settings.ts';
import type { Metrics } from './collect-metrics.ts';

/**
 * Serves `/metrics` in the text format of Prometheus. If a token is set, only calls with it are
 * answered, otherwise only calls from the allowed networks. All others get 404, as if there were no
 * such page.
 */
export function bindMetrics(platform: Platform, access: MetricsAccess = thisMachine): void {
  const { app, database } = platform;
  let metrics: Metrics | null = null;
  let loading: Promise<Metrics> | null = null;
  // The library is loaded after the server listens, so that a start does not wait for it.
  const load = (): Promise<Metrics> => {
    loading ??= import('./collect-metrics.ts').then(({ collectMetrics }) => {
      metrics = collectMetrics(database);
      return metrics;
    });
    return loading;
  };
  app.addHook('onListen', async () => {
    await load();
  });
  app.addHook('onClose', async () => (await loading)?.stop());
  measureCalls(platform, () => metrics);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, access)) return answerRefusal(request, reply, { code: 'not_found' });
    const { contentType, write } = await load();
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await write());
  });
}

function measureCalls({ app }: Platform, current: () => Metrics | null): void {
  app.addHook('onRequest', async (_request, reply) => {
    const metrics = current();
    if (!metrics) return;
    metrics.countOpenCalls(1);
    // The response closes after it is sent, or earlier if the client disconnects.
    reply.raw.once('close', () => metrics.countOpenCalls(-1));
  });
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // The duration of a live stream is the time for which its page was open, so it does not measure
    // the server.
    if (endpoint?.answerType === 'text/event-stream') return;
    current()?.countCall({
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}

/**
 * Returns the route for the metrics. Groups the files of the web app by folder, because each file
 * has a separate route.
 */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'page';
  const [, folder] = /^\/(assets|locales)\//.exec(url) ?? [];
  return folder === undefined ? url : `/${folder}/*`;
}

function mayRead(request: FastifyRequest, { token, networks }: MetricsAccess): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
  // A proxy on this machine that is not trusted would make every caller look local.
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  const isTrusted = request.ips !== undefined;
  return (!isForwarded || isTrusted) && isInNetworks(addressOf(request), networks);
}

/** Compares digests, because their equal lengths allow a comparison in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
