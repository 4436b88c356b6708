import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/**
 * The API describes itself: `/api/openapi.json` for machines, `/api/docs` for people, both open to
 * anyone. It hears of each route as it is bound, so it comes before the first.
 */
export async function bindApiDescription(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, openApi);
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    // Its default asks another host whether the description is valid.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'none', filter: true },
    theme: { title: 'API | Bursar' },
  });
  app.get('/api/openapi.json', async () => app.swagger());
}
