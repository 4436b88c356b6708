import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi, { type FastifySwaggerUiConfigOptions } from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/**
 * Serves the API's description: `/api/openapi.json` for machines and `/api/docs` for people, both
 * without sign-in. Register it before all routes, because it records each route as it is bound.
 */
export async function bindApiDescription(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, openApi);
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // The default validator sends the description to another host.
    uiConfig: {
      layout: 'BaseLayout',
      validatorUrl: null,
      docExpansion: 'none',
      filter: true,
      plugins: [readAsWritten],
    },
    theme: { title: 'API | Bursar' },
  });
  app.get('/api/openapi.json', async () => app.swagger());
}

type Plugin = NonNullable<FastifySwaggerUiConfigOptions['plugins']>[number];

/**
 * Plugin with which Swagger UI does not resolve `$ref`. Otherwise it would read the whole
 * description again before it shows the first heading, and again for each operation that is opened,
 * which takes seconds each time. The description has no `$ref`, so each part is shown as it is
 * written. The function runs in the reader's browser.
 */
const readAsWritten: Plugin = () => ({
  fn: {
    resolveSubtree: async (description: unknown, path: readonly string[]) => ({
      spec: path.reduce<unknown>((part, key) => Object(part)[key], description) ?? null,
      errors: [],
    }),
  },
});
