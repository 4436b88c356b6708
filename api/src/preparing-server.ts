import { answerByContract, createServer, type AppOptions } from './app.ts';
import { endConnections } from './platform/end-connections.ts';
import { answerRefusal } from './platform/refusals.ts';
import { addSecurityHeaders } from './platform/security-headers.ts';
import { inlineScriptHashes, serveMarkedWeb } from './platform/web-files.ts';
import { listen, type Listening } from './server.ts';

/** Clients retry after this time, because a start is usually short. */
const RETRY_SECONDS = 5;

type PreparingOptions = Pick<
  AppOptions,
  'hstsSubdomains' | 'logLevel' | 'logStream' | 'tls' | 'trustProxy' | 'webFolder'
> & { readonly host: string; readonly port: number };

/**
 * Listens while the database is prepared. Pages show the maintenance notice. Calls get
 * `server_stopping`, so that an open page keeps the user's input and tries again.
 */
export async function startPreparingServer(options: PreparingOptions): Promise<Listening> {
  const app = createServer(options);
  answerByContract(app);
  addSecurityHeaders(app, {
    scriptHashes: inlineScriptHashes(options.webFolder),
    hstsSubdomains: options.hstsSubdomains,
  });
  endConnections(app, { isTls: options.tls !== null });
  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => reply.code(503).send({ status: 'preparing' }));
  app.all('/api/*', async (request, reply) =>
    answerRefusal(request, reply, { code: 'server_stopping', details: { seconds: RETRY_SECONDS } }),
  );
  await serveMarkedWeb(app, { folder: options.webFolder, retrySeconds: RETRY_SECONDS });
  return listen(app, {
    ...options,
    note: 'Preparing the database; pages show the maintenance notice',
  });
}
