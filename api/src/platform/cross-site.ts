import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRefusal } from './refusals.ts';

/**
 * Refuses requests that another site makes a browser send, on every path, so that no site can sign
 * a user in or change anything. GET, HEAD and OPTIONS requests pass, because they only read. A
 * sibling host under the same domain counts as another site.
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
 * Returns whether another site caused the request. Browsers report the site in `Sec-Fetch-Site`,
 * which no page can forge; older ones only send `Origin`. A client that sends neither is no browser
 * and cannot be tricked into sending cookies.
 */
function isCrossSite(request: FastifyRequest, publicHost: string | null): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  return host === '' || (host !== request.host && host !== publicHost);
}
