import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from './app.ts';

export type RunningServer = {
  readonly address: string;
  readonly port: number;
  /** Lets requests that run finish, then closes. */
  readonly stop: () => Promise<void>;
};

export type ListenFailure = {
  readonly code: 'port_in_use' | 'address_not_available' | 'not_permitted';
};

export type Listening = { ok: true; server: RunningServer } | { ok: false; failure: ListenFailure };

type Place = { readonly host: string; readonly port: number };

/** Takes the place of what listens there so far, if anything does, once all is ready to. */
export async function startServer(
  options: AppOptions & Place & { readonly replaces?: RunningServer },
): Promise<Listening> {
  const { server } = await buildApp(options);
  await server.ready();
  await options.replaces?.stop();
  return listen(server, options);
}

/** Listens; the usual reasons why that fails come back by name, so that the caller can word them. */
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
    // Another than was asked for where that was 0.
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
