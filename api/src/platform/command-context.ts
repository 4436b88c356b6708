import type { Clock } from './clock.ts';
import { refuse, type Outcome } from './outcome.ts';
import type { Actor } from './session.ts';

/**
 * How every command is called: who asks, with their scope and their portfolio's day, in which call
 * and at what moment. Who hears of what it changes follows from its audit row: `auditCommand`.
 */
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

export function commandContextOf(
  clock: Clock,
  { session, requestId }: { readonly session: Actor; readonly requestId: string },
): CommandContext {
  return { session, requestId, now: clock.now() };
}

/** Runs a command on a portfolio's work; an administrator's own work is in no portfolio. */
export async function inPortfolio<Ended extends Outcome<unknown>>(
  context: CommandContext,
  run: (context: PortfolioContext) => Promise<Ended>,
): Promise<Ended | ReturnType<typeof refuse<'not_found'>>> {
  const { portfolio } = context.session;
  return portfolio ? run({ ...context, portfolio }) : refuse('not_found');
}
