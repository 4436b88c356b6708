import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

export const listMissingTranslations = endpoint({
  key: 'GET /api/missing-translations',
  summary: 'Texts that a screen asked for and no language file had, latest first.',
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
