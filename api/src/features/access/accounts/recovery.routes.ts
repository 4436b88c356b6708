import {
  completeRecovery as completeContract,
  requestRecovery as requestContract,
} from '@bursar/contracts/access/recovery';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { deviceOf, setDeviceCookie } from './known-devices.ts';
import { completeRecovery } from './complete-recovery.ts';
import { requestRecovery, type NotifyHelpers } from './request-recovery.ts';

export function bindRecoveryRoutes(platform: Platform, notifyHelpers: NotifyHelpers): void {
  const { app, database, clock } = platform;
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });

  bindEndpoint(
    platform,
    requestContract,
    async ({ body, request, requestId }) => {
      const { isMailDelivered } = platform;
      const publicUrl = platform.publicUrl();
      // Not awaited, because the duration would reveal whether the account exists.
      const work = requestRecovery(database, {
        ...body,
        publicUrl,
        isMailDelivered,
        notifyHelpers,
        requestId,
        now: clock.now(),
      })
        .catch((error: unknown) => request.log.error({ err: error }, 'recovery failed'))
        .finally(() => running.delete(work));
      running.add(work);
      return succeed({ message: 'If the address is known here, a mail is on its way' });
    },
    { callsAMinute: 30 },
  );

  bindEndpoint(platform, completeContract, async ({ body, request, reply, requestId }) => {
    const device = deviceOf(request);
    const completion = { ...body, device, requestId, now: clock.now() };
    const outcome = await completeRecovery(database, completion);
    if (!outcome.ok) return outcome;
    setDeviceCookie(reply, outcome.value.device);
    return succeed({ message: 'The new password is set' });
  });
}
