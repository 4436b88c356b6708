import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';

type SecurityText = {
  /** A `mailto:`, `https:` or `tel:` address; with null, no file is served. */
  readonly contact: string | null;
  readonly publicUrl: string | null;
  readonly clock: Clock;
};

const DAYS_VALID = 180;

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which names the contact for reporting a
 * vulnerability. The file must expire within a year. The contact is a setting, so each answer
 * expires relative to the day of the request.
 */
export function bindSecurityText(
  app: FastifyInstance,
  { contact, publicUrl, clock }: SecurityText,
): void {
  if (contact === null) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(clock.now().getTime() + DAYS_VALID * 86_400_000);
    expires.setUTCHours(0, 0, 0, 0);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, ar',
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
