import {
  lockSession as lockContract,
  readSession,
  signIn as signInContract,
  unlockSession as unlockContract,
} from '@bursar/contracts/access/sessions';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { ensureXsrfCookie } from '../../../platform/session-cookies.ts';
import { isProviderSession } from '../single-sign-on/single-sign-on.store.ts';
import { countUnseenOpenings } from './account-openings.store.ts';
import { lockSession, unlockSession } from './lock-session.ts';
import { ownAccountOf } from './own-account.ts';
import { setSignedInCookies, signingInOf } from './open-session.ts';
import { setPendingCookie } from './pending-sign-ins.ts';
import { signIn } from './sign-in.ts';

export function bindSessionRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(
    platform,
    signInContract,
    async ({ body, request, reply, requestId }) => {
      const signingIn = signingInOf(request, { requestId, now: clock.now() });
      const outcome = await signIn(database, { ...body, ...signingIn });
      if (!outcome.ok) return outcome;
      if ('pendingToken' in outcome.value) {
        setPendingCookie(reply, outcome.value.pendingToken);
        return refuse('second_factor_required');
      }
      setSignedInCookies(reply, outcome.value);
      return succeed(outcome.value.answer);
    },
    // The specification's shape has the messages of the two fields at the top level.
    { shapeFailure: ({ fields }) => ({ status: false, ...fields }) },
  );

  bindEndpoint(platform, readSession, async ({ session, request, reply }) => {
    ensureXsrfCookie(request, reply);
    const [unseenSecurityEvents, isByProvider] = await Promise.all([
      countUnseenOpenings(database, session.account.id),
      isProviderSession(database, session.id),
    ]);
    const { id, role, email, name, timeZone, photoChangedAt } = session.account;
    const { team, portfolio, businessDate } = session;
    return succeed({
      id,
      role,
      email,
      name,
      timeZone,
      photoChangedAt,
      team,
      portfolio: portfolio && { ...portfolio, businessDate },
      permissions: [...session.permissions],
      isMailDelivered: platform.isMailDelivered,
      showsDemoPages: platform.showsDemoPages,
      unseenSecurityEvents,
      isByProvider,
      endsInSeconds: session.endsInSeconds,
    });
  });

  bindEndpoint(platform, lockContract, async (call) => {
    await lockSession(database, ownAccountOf(call));
    return succeed({ isLocked: true });
  });

  bindEndpoint(platform, unlockContract, async (call) => {
    const outcome = await unlockSession(database, call.body, ownAccountOf(call));
    return outcome.ok ? succeed({ isLocked: false }) : outcome;
  });
}
