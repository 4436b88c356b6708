import { listMissingTranslations } from '@bursar/contracts/access/translations';
import { callsAMinute } from '../../../platform/call-rate.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { listMissing, noteMissing, readKeys } from './translations.store.ts';

/**
 * Binds the routes of missing translations. Keys are stored only for `translationFiles`, each a
 * language and a namespace, for example `en/loans`.
 */
export function bindTranslationRoutes(
  platform: Platform,
  translationFiles: ReadonlySet<string>,
): void {
  const { app, database, clock } = platform;

  // The specification's path outside /api/: the translation library posts `{ key: text }` here,
  // also before sign-in, and ignores the response.
  app.post<{ Params: { lng: string; ns: string } }>(
    '/locales/add/:lng/:ns',
    { bodyLimit: 16_384, config: callsAMinute(60) },
    async (request, reply) => {
      const { lng: language, ns: namespace } = request.params;
      const keys = translationFiles.has(`${language}/${namespace}`) ? readKeys(request.body) : [];
      await noteMissing(database, { language, namespace, keys, at: clock.now() });
      return reply.code(204).send();
    },
  );

  bindEndpoint(platform, listMissingTranslations, async () =>
    succeed({ missing: await listMissing(database) }),
  );
}
