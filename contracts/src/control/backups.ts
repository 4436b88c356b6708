import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

export const listBackups = endpoint({
  key: 'GET /api/backups',
  summary: 'List the latest backups that were taken of this database, newest first.',
  access: 'read-backups',
  answer: z.object({
    backups: z.array(
      z.object({
        takenAt: instant,
        fileName: z.string(),
        bytes: z.int(),
        rows: z.int(),
        documents: z.int(),
        /** Documents whose bytes were missing or different. */
        lostDocuments: z.int(),
        /**
         * The time of a check that read the file again and found every digest correct; null if
         * there was none.
         */
        checkedAt: instant.nullable(),
      }),
    ),
  }),
  failures: [],
});
export type ListBackups = typeof listBackups;
