import type { Platform } from './endpoints.ts';
import type { Session } from './session.ts';

/** What a command on a portfolio's work knows of who asks, where and when. */
export type CommandContext = {
  readonly session: Session;
  readonly portfolio: NonNullable<Session['portfolio']>;
  readonly requestId: string;
  readonly now: Date;
};

/** Null for an administrator, whose own work is in no portfolio. */
export function commandContextOf(
  { clock }: Pick<Platform, 'clock'>,
  { session, requestId }: { readonly session: Session; readonly requestId: string },
): CommandContext | null {
  const { portfolio } = session;
  return portfolio && { session, portfolio, requestId, now: clock.now() };
}
