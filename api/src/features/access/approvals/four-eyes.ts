import { isDeepStrictEqual } from 'node:util';
import { approvalRuleOf, type ApprovalKind } from '@bursar/contracts/access/approvals';
import type { AnswerOf, Endpoint, FailureCode, FailureOf } from '@bursar/contracts/endpoint';
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
import { findRequest } from './approvals.store.ts';
import { requestApproval, type Request } from './request-approval.ts';

/**
 * A command that four eyes may have to see: lock, answer a replay, check and plan, then either
 * carry it out or leave it where it stands and ask. docs/decisions/0009
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
        const { kept, ...described } = await steps.describe(transaction, { ...sent, plan });
        return { ...described, id: command.id, command: kept ?? command };
      },
      act: carryOut && (() => carryOut(transaction, { ...sent, plan })),
      answerWaiting: () => steps.answerWaiting(transaction, { ...sent, plan }),
    });
  }

  return {
    kind: steps.kind,
    permissions: [steps.contract.access, ...(steps.alsoAskedBy ?? [])],
    runWithin,
    runKept: (transaction, kept, context) =>
      runWithin(transaction, steps.schema.parse(kept), context),
    run: async (database, command, context) => {
      const once = () =>
        database.begin((transaction): Promise<Ended<Contract>> =>
          runWithin(transaction, command, context),
        );
      try {
        return await once();
      } catch (error) {
        // Of two at the same moment the other has won: this one is its copy, or comes too late.
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

/** What a second person decides on; the command and its id are added to it. */
type Description = Omit<Request, 'portfolioId' | 'id' | 'kind' | 'loans' | 'command'> & {
  /** Where more is kept than was sent: what it meant at that moment. */
  readonly kept?: JSONValue;
};

/** A command that may wait for a second person, told in its steps, in the order they are taken. */
type Steps<Kind extends ApprovalKind, Contract extends AskingEndpoint, Command, Held, Plan> = {
  readonly kind: Kind;
  readonly contract: Contract;
  /** Who may not send it, but ask for it: their request runs as this command once it is approved. */
  readonly alsoAskedBy?: readonly Permission[];
  /** What is sent, and what is kept until a second person decides. */
  readonly schema: z.ZodType<Command>;
  /** Of a command what makes it the same one sent again; all of it unless said. */
  readonly contentOf?: (command: Command) => unknown;
  /** Locks what it is about, so that a double click waits and then finds what the first one did. */
  readonly hold: (
    transaction: Transaction,
    command: Command,
    context: CommandContext,
  ) => Promise<Outcome<Held, FailureOf<Contract> | 'not_found'>>;
  /** Answers one that was carried out before under this id; null where there is none. */
  readonly answerEarlier: (
    transaction: Transaction,
    sent: Sent<Command, Held>,
  ) => Promise<Ended<Contract> | null>;
  /** Makes every check and says what would be written, and writes nothing. */
  readonly plan: (
    transaction: Transaction,
    sent: Sent<Command, Held>,
  ) => Promise<Outcome<Plan, FailureOf<Contract>>>;
  /** How many loans leave somebody's hands, for a rule with a limit. */
  readonly countTaken: ((plan: Plan) => number) | null;
  /** Whether nobody is asked, whatever the rule says: docs/decisions/0009. */
  readonly isExempt?: (plan: Plan) => boolean;
  readonly describe: (
    transaction: Transaction,
    sent: Sent<Command, Held> & { readonly plan: Plan },
  ) => Description | Promise<Description>;
  /**
   * Writes what was planned, with its audit row, and tells whom it concerns. Null where a second
   * person is always asked: what runs once approved is the command of this kind that can act.
   */
  readonly carryOut:
    | ((
        transaction: Transaction,
        sent: Sent<Command, Held> & { readonly plan: Plan },
      ) => Promise<Ended<Contract>>)
    | null;
  /** The answer while it waits; `plan` is null where it waited already as it was sent. */
  readonly answerWaiting: (
    transaction: Transaction,
    sent: Sent<Command, Held> & { readonly plan: Plan | null },
  ) => Promise<Ended<Contract>>;
};

/** How a command that was kept is run: the very command, in the transaction that approves it. */
export type ApprovedCommand<Kind extends ApprovalKind = ApprovalKind> = {
  readonly kind: Kind;
  /** Of these its author must still hold one as it is approved. */
  readonly permissions: readonly Permission[];
  readonly runKept: (
    transaction: Transaction,
    kept: unknown,
    context: CommandContext,
  ) => Promise<Outcome<unknown>>;
};

/** One for every kind, so that a new kind cannot be forgotten; the app joins them. */
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
  /** The same inside a transaction that has begun. */
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

/** Its contract names how asking may end; anyone who may call it may carry it out. */
type AskingEndpoint = Endpoint & { readonly access: Permission };

type Ended<Contract extends AskingEndpoint> = Outcome<
  AnswerOf<Contract>,
  FailureOf<Contract> | AskFailure | 'not_found'
>;

/** A command with another way to its approval, such as one that waits while what caused it does not. */
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
    runKept: (transaction, kept, context) => run(transaction, schema.parse(kept), context),
  };
}

/** It may be about fewer loans than the rule counts, where one act sends several requests. */
type Described = Omit<Request, keyof RuledCommand | 'loans'> & Partial<Pick<Request, 'loans'>>;

type Choice<Answer, Failure extends FailureCode> = {
  /** What the rule is held against. */
  readonly rule: RuledCommand;
  /** Whether nobody is asked, whatever the rule says. */
  readonly isExempt?: boolean;
  readonly describe: () => Promise<Described>;
  /** Null where a second person is asked, whatever the rule says. */
  readonly act: (() => Promise<Outcome<Answer, Failure>>) | null;
  readonly answerWaiting: () => Promise<Outcome<Answer, Failure>>;
};

/**
 * Carries a planned command out, or stores the request and lets it wait: the one place that asks
 * the rule. Whoever has been approved is not asked again.
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
  /** How many loans it takes out of somebody's hands, for a kind with a limit. */
  readonly loans: number | null;
};

/** Whether a command that is sent now would wait for a second person. */
export async function needsApproval(
  sql: Queryable,
  { portfolioId, kind, loans }: RuledCommand,
): Promise<boolean> {
  return isAbove(await findRule(sql, { portfolioId, kind: approvalRuleOf[kind] }), loans ?? 0);
}

/** Whether a rule wants a second person for so many loans. */
export function isAbove({ required, limitLoans }: ApprovalRule, loans: number): boolean {
  return required && (limitLoans === null || loans > limitLoans);
}

/**
 * Whether a command that is sent waits already, under its id. One that was declined, withdrawn or
 * could not be done is asked for anew under an id of its own; the one being approved asks no more.
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
