import type { FastifyInstance } from 'fastify';
import { answerRefusal } from './refusals.ts';

/** Paths that load balancers and container platforms request under the machine's own address. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses calls, except probes, that name another host than the public address; does nothing if no
 * public address is set. Without this check, this machine would answer as Bursar under an
 * attacker's domain that points to it (DNS rebinding), and upstream caches could store one host's
 * answer for another.
 */
export function expectHost(app: FastifyInstance, publicUrl: string | null): void {
  if (publicUrl === null) return;
  const { protocol, host: expected } = new URL(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (probes.has(path) || hostIn(protocol, request.host) === expected) return undefined;
    return answerRefusal(request, reply, { code: 'host_unknown' });
  });
}

/** Returns the host as a URL writes it: in lower case and without the default port. */
function hostIn(protocol: string, host: string): string | null {
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address).host : null;
}
