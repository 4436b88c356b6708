import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { namedRef } from '../values.ts';

export const listColleagues = endpoint({
  key: 'GET /api/colleagues',
  summary:
    'Everybody of the caller’s portfolio who can sign in, an administrator’s fellow administrators: to share and hand on by name.',
  access: 'signed-in',
  answer: z.object({ colleagues: z.array(namedRef.extend({ role: z.enum(roles) })) }),
  failures: [],
});
export type ListColleagues = typeof listColleagues;
