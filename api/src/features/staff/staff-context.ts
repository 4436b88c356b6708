import type { Platform } from '../../platform/endpoints.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Session } from '../../platform/session.ts';

/** What a command about people knows of who asks, where and when. */
export type StaffContext = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly actorId: string;
  readonly publicUrl: string;
  readonly requestId: string;
  readonly now: Date;
};

export function staffContextOf(
  platform: Pick<Platform, 'publicUrl' | 'clock'>,
  session: Session,
  requestId: string,
): StaffContext {
  return {
    scope: session.scope,
    businessDate: session.businessDate,
    actorId: session.account.id,
    publicUrl: platform.publicUrl(),
    requestId,
    now: platform.clock.now(),
  };
}
