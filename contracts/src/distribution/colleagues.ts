import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { namedRef } from '../values.ts';

export const listColleagues = endpoint({
  key: 'GET /api/colleagues',
  summary:
    'List people of the caller’s portfolio who can sign in; for administrators, other administrators.',
  access: 'signed-in',
  answer: z.object({ colleagues: z.array(namedRef.extend({ role: z.enum(roles) })) }),
  failures: [],
});
export type ListColleagues = typeof listColleagues;
