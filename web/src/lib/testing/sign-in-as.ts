import type { Permission } from '@bursar/contracts/access/permissions';
import type { ReadSession } from '@bursar/contracts/access/sessions';
import type { Role } from '@bursar/contracts/roles';
import { onTestFinished } from 'vitest';
import { removeCookie, writeCookie } from '../cookies.ts';
import { answers, type StubbedAnswer } from './answer-api.ts';

type User = {
  readonly role: Role;
  readonly id?: string;
  readonly permissions: readonly Permission[];
};

/**
 * Signs in until the test ends and returns the answer about the session, for `answerApi`. The
 * test's end removes the cookies without signing out, which would make the page refuse the reads of
 * later tests.
 */
export function signInAs({ role, id = '0198-user', permissions }: User): StubbedAnswer {
  const email = `${role}@bursar.example`;
  const cookies = { token: 'token', role, id, email };
  for (const [name, value] of Object.entries(cookies)) writeCookie(name, value);
  onTestFinished(() => {
    for (const name of Object.keys(cookies)) removeCookie(name);
  });
  return answers<ReadSession>('GET /api/session', {
    id,
    role,
    email,
    name: 'Ada',
    timeZone: null,
    photoChangedAt: null,
    team: null,
    portfolio: null,
    permissions: [...permissions],
    isMailDelivered: false,
    showsDemoPages: true,
    isByProvider: false,
    unseenSecurityEvents: 0,
    endsInSeconds: 1800,
  });
}
