import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';

export const listPermissions = endpoint({
  key: 'GET /api/permissions',
  summary: 'List what each role may do and which permissions an administrator changed.',
  access: 'signed-in',
  answer: z.object({
    permissions: z.array(
      z.object({
        name: z.string(),
        grants: z.array(
          z.object({
            role: z.enum(roles),
            granted: z.boolean(),
            grantedByDefault: z.boolean(),
            /**
             * Whether the caller may change the permission. Never true if a change would lock out
             * the administrators.
             */
            mayChange: z.boolean(),
          }),
        ),
      }),
    ),
    /** Number of active accounts by role; null unless the caller is an administrator. */
    people: z.array(z.object({ role: z.enum(roles), active: z.int() })).nullable(),
  }),
  failures: [],
});
export type ListPermissions = typeof listPermissions;

export const changePermission = endpoint({
  key: 'PUT /api/permissions/:permission/:role',
  summary: 'Grant or revoke a permission of a role. Applies from the next call.',
  access: 'manage-permissions',
  params: z.object({ permission: z.string().max(60), role: z.enum(roles) }),
  body: z.object({ granted: z.boolean() }),
  answer: z.object({ granted: z.boolean() }),
  failures: ['not_found', 'administrators_locked_out'],
});
export type ChangePermission = typeof changePermission;
