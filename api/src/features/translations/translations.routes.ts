import { listMissingTranslations } from '@bursar/contracts/translations';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { listMissing, noteMissing, readKeys } from './translations.store.ts';

export function bindTranslationRoutes(platform: Platform): void {
  const { app, database, clock } = platform;

  // The specification's path, outside /api/: the translation library posts `{ key: text }` here.
  app.post<{ Params: { lng: string; ns: string } }>(
    '/locales/add/:lng/:ns',
    { bodyLimit: 16_384 },
    async (request, reply) => {
      const { lng: language, ns: namespace } = request.params;
      const keys = readKeys(language, namespace, request.body);
      await noteMissing(database, { language, namespace, keys, at: clock.now() });
      return reply.code(204).send();
    },
  );

  bindEndpoint(platform, listMissingTranslations, async () =>
    succeed({ missing: await listMissing(database) }),
  );
}
