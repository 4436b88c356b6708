import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, uuid } from '../values.ts';

const params = z.object({ accountId: uuid });

/** Reasons why the caller cannot release a recovery. */
const releaseHindrances = [
  'recovery_of_own_account',
  'recovery_not_started',
  'own_recovery',
  'accounts_linked',
] as const;

export const readAccountRecovery = endpoint({
  key: 'GET /api/staff/:accountId/recovery',
  summary: 'Get the state of an account recovery.',
  access: 'manage-staff',
  params,
  answer: z.object({
    /** Null if no recovery is open. A recovery that was only started lapses after 24 hours. */
    recovery: z
      .object({
        /** When the owner asked for a new password while no link could be mailed to them. */
        askedAt: instant.nullable(),
        startedBy: z.string().nullable(),
        startedAt: instant.nullable(),
        releasedBy: z.string().nullable(),
        releasedAt: instant.nullable(),
        /** Null if the caller may release the recovery. */
        hindrance: z.enum(releaseHindrances).nullable(),
      })
      .nullable(),
  }),
  failures: ['not_found'],
});
export type ReadAccountRecovery = typeof readAccountRecovery;

export const startRecovery = endpoint({
  key: 'POST /api/staff/:accountId/recovery/start',
  summary:
    'Start the recovery of an account. Returns the code for its owner; another person must release it.',
  access: 'manage-staff',
  params,
  answer: z.object({ code: z.string() }),
  failures: ['not_found', 'recovery_of_own_account', 'recovery_needs_active_account'],
});
export type StartRecovery = typeof startRecovery;

export const releaseRecovery = endpoint({
  key: 'POST /api/staff/:accountId/recovery/release',
  summary: 'Release a recovery that another person started. Returns the link for the owner.',
  access: 'manage-staff',
  params,
  answer: z.object({ link: z.string() }),
  failures: ['not_found', ...releaseHindrances],
});
export type ReleaseRecovery = typeof releaseRecovery;
