import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenFileEnds } from './when-file-ends.ts';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  /** Decides how the next deliveries are answered. */
  answers: (response: ServerResponse) => void;
};

/** Starts a receiver of webhooks on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      receiver.answers(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  whenFileEnds(async () => {
    server.closeAllConnections();
    server.close();
  });
  // A server on a port has an address with that port.
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/bursar`,
    received,
    answers: (response) => response.end('thanks'),
  };
  return receiver;
}

/** Returns those of the receiver's secrets with which a delivery is signed. */
export function signersOf({ headers, body }: Received, secrets: readonly string[]): string[] {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const signatures = String(headers['webhook-signature']).split(' ');
  return secrets.filter((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  });
}
