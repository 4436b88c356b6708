import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

export const listMissingTranslations = endpoint({
  key: 'GET /api/missing-translations',
  summary: 'List texts that a screen requested and no language file has, latest first.',
  access: 'read-missing-translations',
  answer: z.object({
    missing: z.array(
      z.object({
        language: z.string(),
        namespace: z.string(),
        key: z.string(),
        times: z.int(),
        firstSeenAt: instant,
        lastSeenAt: instant,
      }),
    ),
  }),
  failures: [],
});
export type ListMissingTranslations = typeof listMissingTranslations;
