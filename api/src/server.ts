import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from './app.ts';

export type RunningServer = {
  readonly address: string;
  readonly port: number;
  /** Finishes the running requests, then closes. */
  readonly stop: () => Promise<void>;
};

export type ListenFailure = {
  readonly code: 'port_in_use' | 'address_not_available' | 'not_permitted';
};

export type Listening = { ok: true; server: RunningServer } | { ok: false; failure: ListenFailure };

type Place = { readonly host: string; readonly port: number };

/**
 * Starts a server; stops the server in `replaces` only once the new one is ready, so that the gap
 * is short.
 */
export async function startServer(
  options: AppOptions & Place & { readonly replaces?: RunningServer },
): Promise<Listening> {
  const { server } = await buildApp(options);
  await server.ready();
  await options.replaces?.stop();
  return listen(server, options);
}

/**
 * Starts to listen. Returns the usual failures by code, so that the caller can explain them; throws
 * others.
 */
export async function listen(
  server: FastifyInstance,
  { host, port, note }: Place & { readonly note?: string },
): Promise<Listening> {
  try {
    const address = await server.listen({
      host,
      port,
      ...(note !== undefined && { listenTextResolver: () => note }),
    });
    const bound = server.server.address();
    // The system chooses the port if `port` is 0.
    const boundPort = bound !== null && typeof bound === 'object' ? bound.port : port;
    return { ok: true, server: { address, port: boundPort, stop: () => server.close() } };
  } catch (error) {
    await server.close();
    const failure = listenFailure(error);
    if (failure) return { ok: false, failure };
    throw error;
  }
}

function listenFailure(error: unknown): ListenFailure | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'EADDRINUSE':
      return { code: 'port_in_use' };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { code: 'address_not_available' };
    case 'EACCES':
      return { code: 'not_permitted' };
    default:
      return null;
  }
}
