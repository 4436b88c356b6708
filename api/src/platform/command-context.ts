import type { Platform } from './endpoints.ts';
import type { Actor } from './session.ts';

/** How a command is called, whether somebody sends it now or a second person has approved it. */
export type CommandContext = {
  readonly session: Actor;
  readonly requestId: string;
  readonly now: Date;
  /** The second person, once there is one: then nobody is asked again. */
  readonly approvedBy?: string | undefined;
};

/** The same for a command on one portfolio's work. */
export type PortfolioContext = CommandContext & {
  readonly portfolio: NonNullable<Actor['portfolio']>;
};

/** Null for an administrator, whose own work is in no portfolio. */
export function portfolioContextOf(
  { clock }: Pick<Platform, 'clock'>,
  { session, requestId }: { readonly session: Actor; readonly requestId: string },
): PortfolioContext | null {
  const { portfolio } = session;
  return portfolio && { session, portfolio, requestId, now: clock.now() };
}
