import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const requestRecovery = endpoint({
  key: 'POST /api/recovery/request',
  summary:
    'Request a mail with a link to set a new password. The response is the same for any address.',
  access: 'public',
  body: z.object({ email: z.string().min(1).max(254) }),
  answer: z.object({ message: z.string() }),
  failures: ['too_many_attempts'],
});
export type RequestRecovery = typeof requestRecovery;

export const completeRecovery = endpoint({
  key: 'POST /api/recovery/complete',
  summary: 'Set a new password with the link from a mail. The link works once, within an hour.',
  access: 'public',
  body: z.object({
    token: z.string().max(100),
    password: z.string().max(200),
    /** The code that the person who started a two-person recovery read out to the owner. */
    code: z.string().max(40).optional(),
  }),
  answer: z.object({ message: z.string() }),
  failures: [
    'password_length_wrong',
    'password_leaked',
    'recovery_link_not_valid',
    'recovery_code_wrong',
  ],
});
export type CompleteRecovery = typeof completeRecovery;
