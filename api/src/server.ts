import { buildApp, type AppOptions } from './app.ts';

export type RunningServer = {
  readonly address: string;
  /** Lets requests that run finish, then closes. */
  readonly stop: () => Promise<void>;
};

export type ListenFailure = {
  readonly code: 'port_in_use' | 'address_not_available' | 'not_permitted';
};

/** Listens; the usual reasons why that fails come back by name, so that the caller can word them. */
export async function startServer(
  options: AppOptions & { readonly host: string; readonly port: number },
): Promise<{ ok: true; server: RunningServer } | { ok: false; failure: ListenFailure }> {
  const { server } = await buildApp(options);
  try {
    const address = await server.listen({ host: options.host, port: options.port });
    return { ok: true, server: { address, stop: () => server.close() } };
  } catch (error) {
    await server.close();
    const failure = listenFailure(error);
    if (failure) return { ok: false, failure };
    throw error;
  }
}

export function listenFailure(error: unknown): ListenFailure | null {
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
