import type { Clock } from './clock.ts';
import { refuse, type Outcome } from './outcome.ts';
import type { Actor } from './session.ts';

/**
 * The context of every command: the actor with scope and business date, the request and the moment.
 * The audit row decides who is notified: see `auditCommand`.
 */
export type CommandContext = {
  readonly session: Actor;
  readonly requestId: string;
  readonly now: Date;
  /** The approver, if there is one; the command then requests no further approval. */
  readonly approvedBy?: string | undefined;
};

/** The context of a command on one portfolio's data. */
export type PortfolioContext = CommandContext & {
  readonly portfolio: NonNullable<Actor['portfolio']>;
};

export function commandContextOf(
  clock: Clock,
  { session, requestId }: { readonly session: Actor; readonly requestId: string },
): CommandContext {
  return { session, requestId, now: clock.now() };
}

/** Runs a command on a portfolio's data; administrators have no portfolio, so they are refused. */
export async function inPortfolio<Ended extends Outcome<unknown>>(
  context: CommandContext,
  run: (context: PortfolioContext) => Promise<Ended>,
): Promise<Ended | ReturnType<typeof refuse<'not_found'>>> {
  const { portfolio } = context.session;
  return portfolio ? run({ ...context, portfolio }) : refuse('not_found');
}
