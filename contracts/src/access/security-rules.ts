import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { version } from '../values.ts';
import { securityLimits } from './security-rules.values.ts';

const within = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().min(least).max(most);

const networks = z.array(z.string().max(60)).max(50);

const rules = z.object({
  /** Minimum length of newly chosen passwords. */
  passwordMin: within(securityLimits.passwordMin),
  /** Minutes without activity after which a session ends. */
  idleMinutes: within(securityLimits.idleMinutes),
  /** Hours after which a session ends, however active. */
  longestHours: within(securityLimits.longestHours),
  /** The roles whose accounts must have a second factor. */
  secondFactorRoles: z.array(z.enum(roles)).max(roles.length),
  /** Networks in CIDR notation from which a role may call; an empty list admits every address. */
  networks: z.object({ admin: networks, user: networks, team: networks, agent: networks }),
  version,
});

const stored = rules.extend({
  /** The caller's address as the server sees it. */
  ownAddress: z.string(),
});
export type SecurityRules = z.infer<typeof stored>;

export const readSecurityRules = endpoint({
  key: 'GET /api/security-rules',
  summary: 'Get the rules of sign-in: second factors, passwords, sessions and networks.',
  access: 'change-security',
  answer: stored,
  failures: ['not_found'],
});
export type ReadSecurityRules = typeof readSecurityRules;

export const changeSecurityRules = endpoint({
  key: 'PUT /api/security-rules',
  summary: 'Set the rules of sign-in. They count from the next call of every session and API key.',
  access: 'change-security',
  body: rules.extend({
    /** The caller’s own password. */
    password: z.string().max(200),
  }),
  answer: stored,
  failures: [
    'not_found',
    'too_many_attempts',
    'current_password_wrong',
    'network_not_valid',
    'network_not_exact',
    'networks_lock_you_out',
    'changed_since',
  ],
});
export type ChangeSecurityRules = typeof changeSecurityRules;
