import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
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
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'none', filter: true },
    theme: { title: 'API | Bursar' },
  });
  app.get('/api/openapi.json', async () => app.swagger());
}
