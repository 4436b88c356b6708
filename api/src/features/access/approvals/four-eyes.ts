import { isDeepStrictEqual } from 'node:util';
import {
  approvalRuleOf,
  type ApprovalKind,
  type DecideRequest,
} from '@bursar/contracts/access/approvals';
import type { AnswerOf, Endpoint, FailureOf } from '@bursar/contracts/endpoint';
import type { FailureCode } from '@bursar/contracts/failure-status';
import type { Permission } from '@bursar/contracts/access/permissions';
import type { JSONValue } from 'postgres';
import type { z } from 'zod';
import type { CommandContext } from '../../../platform/command-context.ts';
import {
  isDuplicateKey,
  type Database,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findRule, type ApprovalRule } from './approval-rules.store.ts';
import { findRequest, type StoredOffer } from './approvals.store.ts';
import { requestApproval, type Request } from './request-approval.ts';

/**
 * Declares a command that may need a second person. The command locks its subject, answers a
 * repeated call, checks and plans, and then either runs or stores a request. docs/decisions/0009
 */
export function fourEyes<
  const Kind extends ApprovalKind,
  Contract extends AskingEndpoint,
  Command extends { readonly id: string } & { readonly [field: string]: JSONValue | undefined },
  Held extends { readonly portfolioId: string },
  Plan,
>(steps: Steps<Kind, Contract, Command, Held, Plan>): FourEyesCommand<Kind, Contract, Command> {
  async function runWithin(
    transaction: Transaction,
    command: Command,
    context: CommandContext,
  ): Promise<Ended<Contract>> {
    const found = await steps.hold(transaction, command, context);
    if (!found.ok) return found;
    const sent = { command, context, held: found.value };
    const earlier = await steps.answerEarlier(transaction, sent);
    if (earlier) return earlier;
    const waiting = await isWaiting(transaction, steps, sent);
    if (!waiting.ok) return waiting;
    if (waiting.value) return steps.answerWaiting(transaction, { ...sent, plan: null });
    const planned = await steps.plan(transaction, sent);
    if (!planned.ok) return planned;
    const plan = planned.value;
    const { kind, carryOut } = steps;
    const { portfolioId } = found.value;
    const loans = steps.countTaken?.(plan) ?? null;
    return actOrAsk(transaction, context, {
      rule: { portfolioId, kind, loans },
      isExempt: steps.isExempt?.(plan) ?? false,
      describe: async () => {
        const { commandToStore, ...described } = await steps.describe(transaction, {
          ...sent,
          plan,
        });
        return { ...described, id: command.id, command: commandToStore ?? command };
      },
      act: carryOut && (() => carryOut(transaction, { ...sent, plan })),
      answerWaiting: () => steps.answerWaiting(transaction, { ...sent, plan }),
    });
  }

  return {
    kind: steps.kind,
    permissions: [steps.contract.access, ...(steps.alsoAskedBy ?? [])],
    runWithin,
    runStored: (transaction, stored, context) =>
      runWithin(transaction, steps.schema.parse(stored), context),
    run: async (database, command, context) => {
      const once = () =>
        database.begin((transaction): Promise<Ended<Contract>> =>
          runWithin(transaction, command, context),
        );
      try {
        return await once();
      } catch (error) {
        // A parallel call with the same id ran first. A second run returns its answer or a refusal.
        if (isDuplicateKey(error)) return once();
        throw error;
      }
    },
  };
}

type Sent<Command, Held> = {
  readonly command: Command;
  readonly context: CommandContext;
  readonly held: Held;
};

/** The description that a second person sees when deciding; the command and its id are added. */
type Description = Omit<Request, 'portfolioId' | 'id' | 'kind' | 'loans' | 'command'> & {
  /**
   * The command to store if it differs from the one sent, for example because some of its values
   * are resolved when it is sent.
   */
  readonly commandToStore?: JSONValue;
};

/** The steps of a command that may wait for a second person, in execution order. */
type Steps<Kind extends ApprovalKind, Contract extends AskingEndpoint, Command, Held, Plan> = {
  readonly kind: Kind;
  readonly contract: Contract;
  /**
   * Permissions to request the command without being able to run it; an approved request runs it.
   */
  readonly alsoAskedBy?: readonly Permission[];
  /** Validates the command as sent, and as stored until the decision. */
  readonly schema: z.ZodType<Command>;
  /**
   * Returns the content that makes a command equal to an earlier one; the whole command by default.
   */
  readonly contentOf?: (command: Command) => unknown;
  /** Locks the subject, so that a double click waits and finds what the first click did. */
  readonly hold: (
    transaction: Transaction,
    command: Command,
    context: CommandContext,
  ) => Promise<Outcome<Held, FailureOf<Contract> | 'not_found'>>;
  /** Answers a command that already ran under this id; null if there is none. */
  readonly answerEarlier: (
    transaction: Transaction,
    sent: Sent<Command, Held>,
  ) => Promise<Ended<Contract> | null>;
  /** Runs every check and returns what would be written, without writing. */
  readonly plan: (
    transaction: Transaction,
    sent: Sent<Command, Held>,
  ) => Promise<Outcome<Plan, FailureOf<Contract>>>;
  /** Counts the loans taken from their holder, for rules with a limit. */
  readonly countTaken: ((plan: Plan) => number) | null;
  /** Returns whether no approval is needed, whatever the rule says: docs/decisions/0009. */
  readonly isExempt?: (plan: Plan) => boolean;
  readonly describe: (
    transaction: Transaction,
    sent: Sent<Command, Held> & { readonly plan: Plan },
  ) => Description | Promise<Description>;
  /**
   * Writes the plan with its audit row and notifications. Null if a second person is always needed;
   * approving the request then runs a different command of this kind, whose `carryOut` is not null.
   */
  readonly carryOut:
    | ((
        transaction: Transaction,
        sent: Sent<Command, Held> & { readonly plan: Plan },
      ) => Promise<Ended<Contract>>)
    | null;
  /** Answers while the request waits; `plan` is null for a repeated command that already waits. */
  readonly answerWaiting: (
    transaction: Transaction,
    sent: Sent<Command, Held> & { readonly plan: Plan | null },
  ) => Promise<Ended<Contract>>;
};

/** Runs a stored command in the transaction that approves it. */
export type ApprovedCommand<Kind extends ApprovalKind = ApprovalKind> = {
  readonly kind: Kind;
  /** The author must still hold one of these at approval. */
  readonly permissions: readonly Permission[];
  readonly runStored: (
    transaction: Transaction,
    stored: unknown,
    context: CommandContext,
  ) => Promise<Outcome<unknown>>;
  /**
   * Checks other terms for a stored plan, without writing. Missing for commands that have no terms
   * to offer.
   */
  readonly planOffer?: (
    transaction: Transaction,
    stored: unknown,
    offered: { readonly terms: StoredOffer['terms']; readonly context: CommandContext },
  ) => Promise<Outcome<StoredOffer, OfferFailure>>;
};

type OfferFailure = Exclude<FailureOf<DecideRequest>, 'author_may_no_longer'>;

/** Has an entry for every kind, so that none can be forgotten; the app combines them. */
export type ApprovedCommands = { readonly [Kind in ApprovalKind]: ApprovedCommand<Kind> };

export type FourEyesCommand<
  Kind extends ApprovalKind,
  Contract extends AskingEndpoint,
  Command,
> = ApprovedCommand<Kind> & {
  readonly run: (
    database: Database,
    command: Command,
    context: CommandContext,
  ) => Promise<Ended<Contract>>;
  /** Like `run`, but inside the caller's transaction. */
  readonly runWithin: (
    transaction: Transaction,
    command: Command,
    context: CommandContext,
  ) => Promise<Ended<Contract>>;
};

type AskFailure =
  | 'id_reused_with_different_content'
  | 'request_already_decided'
  | 'request_already_waiting';

/**
 * An endpoint whose command may wait for approval. Its API contract declares the outcomes of a
 * request. Its permission lets callers run the command or, if `carryOut` is null, only request it.
 */
type AskingEndpoint = Endpoint & { readonly access: Permission };

type Ended<Contract extends AskingEndpoint> = Outcome<
  AnswerOf<Contract>,
  FailureOf<Contract> | AskFailure | 'not_found'
>;

/**
 * Declares a command that runs only after approval and is requested without `fourEyes`. Another
 * command requests it after its own work. A suspension, for example, takes effect while moving the
 * loans of the account waits for approval.
 */
export function approvedAs<const Kind extends ApprovalKind, Command>(
  kind: Kind,
  {
    permission,
    schema,
    run,
  }: {
    readonly permission: Permission;
    readonly schema: z.ZodType<Command>;
    readonly run: (
      transaction: Transaction,
      command: Command,
      context: CommandContext,
    ) => Promise<Outcome<unknown>>;
  },
): ApprovedCommand<Kind> {
  return {
    kind,
    permissions: [permission],
    runStored: (transaction, stored, context) => run(transaction, schema.parse(stored), context),
  };
}

/**
 * The description of a request. `loans` is needed only if the request covers fewer loans than the
 * rule counts, because one action sends several requests.
 */
type Described = Omit<Request, keyof RuledCommand | 'loans'> & Partial<Pick<Request, 'loans'>>;

type Choice<Answer, Failure extends FailureCode> = {
  /** The command to check against the approval rule. */
  readonly rule: RuledCommand;
  /** Whether no approval is needed, whatever the rule says. */
  readonly isExempt?: boolean;
  readonly describe: () => Promise<Described>;
  /** Null if a second person is always needed. */
  readonly act: (() => Promise<Outcome<Answer, Failure>>) | null;
  readonly answerWaiting: () => Promise<Outcome<Answer, Failure>>;
};

/**
 * Runs a planned command, or stores it as a request if the rule requires approval. An approved
 * command is not checked against the rule again.
 */
export async function actOrAsk<Answer, Failure extends FailureCode = never>(
  transaction: Transaction,
  context: CommandContext,
  { rule, isExempt = false, describe, act, answerWaiting }: Choice<Answer, Failure>,
): Promise<Outcome<Answer, Failure | 'request_already_waiting'>> {
  const mayAct = isExempt || context.approvedBy !== undefined;
  if (act && (mayAct || !(await needsApproval(transaction, rule)))) return act();
  const asked = await requestApproval(transaction, { ...rule, ...(await describe()) }, context);
  return asked.ok ? answerWaiting() : asked;
}

type RuledCommand = {
  readonly portfolioId: string;
  readonly kind: ApprovalKind;
  /** Number of loans taken from their holder, for kinds with a limit. */
  readonly loans: number | null;
};

/** Returns whether a command sent now would wait for a second person. */
export async function needsApproval(
  sql: Queryable,
  { portfolioId, kind, loans }: RuledCommand,
): Promise<boolean> {
  return isAbove(await findRule(sql, { portfolioId, kind: approvalRuleOf[kind] }), loans ?? 0);
}

/** Returns whether a rule requires a second person for this many loans. */
export function isAbove({ required, limitLoans }: ApprovalRule, loans: number): boolean {
  return required && (limitLoans === null || loans > limitLoans);
}

/**
 * Returns whether the command already waits under its id. After a refusal, withdrawal or failure,
 * the command needs a new id. A command that is just being approved does not count as waiting.
 */
async function isWaiting<Command extends { readonly id: string }>(
  sql: Queryable,
  { kind, schema, contentOf = (command) => command }: Recognised<Command>,
  { command, context, held: { portfolioId } }: Sent<Command, { readonly portfolioId: string }>,
): Promise<Outcome<boolean, 'id_reused_with_different_content' | 'request_already_decided'>> {
  const { session, approvedBy } = context;
  const request = approvedBy ? null : await findRequest(sql, { portfolioId, id: command.id });
  if (!request) return succeed(false);
  const isOwn = request.kind === kind && request.requestedBy === session.account.id;
  const isSame = () =>
    isDeepStrictEqual(contentOf(schema.parse(request.command)), contentOf(command));
  if (!isOwn || !isSame()) return refuse('id_reused_with_different_content');
  if (request.state === 'waiting') return succeed(true);
  return refuse('request_already_decided', { details: { state: request.state } });
}

type Recognised<Command> = {
  readonly kind: ApprovalKind;
  readonly schema: z.ZodType<Command>;
  readonly contentOf?: ((command: Command) => unknown) | undefined;
};
