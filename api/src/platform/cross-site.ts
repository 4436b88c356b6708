import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';

/**
 * Refuses what another site makes a browser send, whatever the address: signing in as somebody
 * else among it. A sibling host under the same domain is another site too.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string | null): void {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  app.addHook('onRequest', async (request, reply) => {
    if (isRead(request) || !isCrossSite(request, publicHost)) return undefined;
    return answerRefusal(request, reply, { code: 'cross_site_request' });
  });
}

const isRead = ({ method }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Browsers say it in `Sec-Fetch-Site`, which no page can forge; older ones in `Origin` alone. What
 * sends neither is no browser, and carries nobody's cookies against their will.
 */
function isCrossSite(request: FastifyRequest, publicHost: string | null): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host === '' || (host !== request.host && host !== publicHost);
}
