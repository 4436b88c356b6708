import type { CommandContext } from '../../platform/command-context.ts';
import type { Platform } from '../../platform/endpoints.ts';
import type { Session } from '../../platform/session.ts';

/** A command about people may send a link. */
export type StaffContext = CommandContext & { readonly publicUrl: string };

export function staffContextOf(
  platform: Pick<Platform, 'publicUrl' | 'clock'>,
  session: Session,
  requestId: string,
): StaffContext {
  return { session, requestId, now: platform.clock.now(), publicUrl: platform.publicUrl() };
}
