import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  beginSingleSignOn as beginContract,
  changeSingleSignOn as changeContract,
  completeSingleSignOn as completeContract,
  endProviderSession as endContract,
  readProviderButton,
  readSingleSignOn as readContract,
} from '@bursar/contracts/access/single-sign-on';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { hostCookie } from '../../../platform/session-cookies.ts';
import { setSignedInCookies, signingInOf } from '../accounts/open-session.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { setPendingCookie } from '../accounts/pending-sign-ins.ts';
import { beginSingleSignOn } from './begin-single-sign-on.ts';
import { changeSingleSignOn, readSingleSignOn } from './change-single-sign-on.ts';
import { completeSingleSignOn } from './complete-single-sign-on.ts';
import { endProviderSession } from './end-provider-session.ts';
import { findProvider } from './single-sign-on.store.ts';

const CALLS_A_MINUTE = 60;

export function bindSingleSignOnRoutes(platform: Platform, secrets: SecretBox): void {
  const { database, clock } = platform;
  // The provider sends the browser back to the sign-in page, whose address must be registered at
  // the provider.
  const redirectAddress = () => `${platform.publicUrl()}/auth/boxed-signin`;
  const desk = { database, secrets, redirectAddress };

  bindEndpoint(platform, readProviderButton, async () => {
    const { isOn, label } = await findProvider(database);
    return succeed({ label: isOn ? label : null });
  });

  bindEndpoint(
    platform,
    beginContract,
    async ({ reply }) => {
      const outcome = await beginSingleSignOn(desk, clock.now());
      if (!outcome.ok) return outcome;
      const { address, browserToken } = outcome.value;
      reply.setCookie(BROWSER_COOKIE, browserToken, { ...hostCookie, maxAge: 10 * 60 });
      return succeed({ address });
    },
    { callsAMinute: CALLS_A_MINUTE },
  );

  bindEndpoint(
    platform,
    completeContract,
    async ({ body, request, reply, requestId }) => {
      const outcome = await completeSingleSignOn(desk, {
        ...signingInOf(request, { requestId, now: clock.now() }),
        ...body,
        browserToken: browserTokenOf(request),
      });
      clearBrowserToken(reply);
      if (!outcome.ok) return outcome;
      if ('pendingToken' in outcome.value) {
        setPendingCookie(reply, outcome.value.pendingToken);
        return refuse('second_factor_required');
      }
      setSignedInCookies(reply, outcome.value);
      return succeed(outcome.value.answer);
    },
    { callsAMinute: CALLS_A_MINUTE, shapeFailure: () => ({ status: false }) },
  );

  bindEndpoint(platform, endContract, async (call) =>
    succeed(await endProviderSession(desk, ownAccountOf(call))),
  );

  bindEndpoint(platform, readContract, ({ session }) => readSingleSignOn(desk, session.scope));

  bindEndpoint(platform, changeContract, (call) =>
    changeSingleSignOn(desk, call.body, ownAccountOf(call)),
  );
}

/**
 * Name of the cookie that binds the provider's answer to the browser that started the sign-in;
 * scripts cannot read the cookie.
 */
const BROWSER_COOKIE = '__Host-bursar-provider';

const browserTokenOf = (request: FastifyRequest): string | null =>
  request.cookies[BROWSER_COOKIE] ?? null;

function clearBrowserToken(reply: FastifyReply): void {
  reply.clearCookie(BROWSER_COOKIE, hostCookie);
}
