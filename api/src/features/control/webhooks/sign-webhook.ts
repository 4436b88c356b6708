import { createHmac, randomBytes } from 'node:crypto';

/** The prefix by which receivers and scanners recognise the secret. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const writtenSecret = (secret: Buffer): string => PREFIX + secret.toString('base64');

type Message = { readonly id: string; readonly at: Date; readonly body: string };

/**
 * Returns the headers of Standard Webhooks. Each valid secret signs the body, so that a receiver
 * can change to the new secret at any time while both are valid.
 */
export function signedHeaders(
  { id, at, body }: Message,
  secrets: readonly Buffer[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${digest.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Bursar-Webhooks/1',
  };
}
