import {
  beginSecondFactor as beginContract,
  completeSignIn as completeContract,
  confirmSecondFactor as confirmContract,
  readSecondFactor,
  renewRecoveryCodes as renewContract,
  switchOffSecondFactor as switchOffContract,
} from '@bursar/contracts/access/second-factor';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';

import { setSignedInCookies, signingInOf } from '../accounts/open-session.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { clearPendingCookie, pendingTokenOf } from '../accounts/pending-sign-ins.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { findSecondFactor } from './second-factor.store.ts';
import { beginSecondFactor, confirmSecondFactor } from './set-up-second-factor.ts';
import { renewRecoveryCodes, switchOffSecondFactor } from './switch-off-second-factor.ts';

export function bindSecondFactorRoutes(platform: Platform, secrets: SecretBox): void {
  const { database, clock } = platform;
  const desk = { database, secrets };

  bindEndpoint(
    platform,
    completeContract,
    async ({ body, request, reply, requestId }) => {
      const outcome = await completeSignIn(desk, {
        ...signingInOf(request, { requestId, now: clock.now() }),
        ...body,
        token: pendingTokenOf(request),
      });
      if (!outcome.ok) return outcome;
      clearPendingCookie(reply);
      setSignedInCookies(reply, outcome.value);
      return succeed(outcome.value.answer);
    },
    { shapeFailure: () => ({ status: false }) },
  );

  bindEndpoint(platform, readSecondFactor, async ({ session }) =>
    succeed(await findSecondFactor(database, session.account.id)),
  );

  bindEndpoint(platform, beginContract, (call) =>
    beginSecondFactor(desk, call.body.password, ownAccountOf(call)),
  );

  bindEndpoint(platform, confirmContract, (call) =>
    confirmSecondFactor(desk, call.body.code, ownAccountOf(call)),
  );

  bindEndpoint(platform, renewContract, (call) =>
    renewRecoveryCodes(database, call.body.password, ownAccountOf(call)),
  );

  bindEndpoint(platform, switchOffContract, (call) =>
    switchOffSecondFactor(database, call.body.password, ownAccountOf(call)),
  );
}
