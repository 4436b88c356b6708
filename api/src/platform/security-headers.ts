import type { FastifyInstance } from 'fastify';

// Mantine sets sizes through style attributes, hence 'unsafe-inline' for styles but not for
// scripts.
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

type Headers = {
  /** Only inline scripts with these hashes may run. */
  readonly scriptHashes: readonly string[];
  /** Whether HSTS also covers every subdomain of this host. */
  readonly hstsSubdomains: boolean;
};

export function addSecurityHeaders(
  app: FastifyInstance,
  { scriptHashes, hstsSubdomains }: Headers,
): void {
  const scripts = ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  const strictTransport = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
  const contentSecurityPolicy = [...policy, scripts].join('; ');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
