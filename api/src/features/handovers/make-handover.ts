import { isDeepStrictEqual } from 'node:util';
import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  makeHandover as makeHandoverContract,
  type MakeHandover,
} from '@bursar/contracts/handovers';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { isDuplicateKey, type Database, type Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import {
  isWaiting,
  mustAsk,
  requestApproval,
  type CommandContext,
} from '../approvals/request-approval.ts';
import type { AssignContext } from '../assignments/assign-loans.ts';
import { holdAgents } from '../assignments/assignments.store.ts';
import { beginHandover } from './begin-handover.ts';
import { describeHandover, type HandoverPlan } from './describe-handover.ts';
import {
  findHandover,
  hasOpenHandover,
  insertHandover,
  listAgents,
  lockWorkOf,
  toHandover,
  type HandoverRow,
  type TeamAgent,
} from './handovers.store.ts';

/** What is sent, and what is kept where a second person must approve it first. */
export const handoverCommand = makeHandoverContract.body;
type Command = z.infer<typeof handoverCommand>;

type Made = Outcome<AnswerOf<MakeHandover>, FailureOf<MakeHandover> | 'not_found'>;

/** Plans that others of the team work an agent's loans for a while; from today it begins at once. */
export async function makeHandover(
  database: Database,
  command: Command,
  context: AssignContext,
): Promise<Made> {
  try {
    return await database.begin((transaction) => make(transaction, command, context));
  } catch (error) {
    // Of two at the same moment the other has won: this one is its copy, or comes too late.
    if (isDuplicateKey(error)) {
      return database.begin((transaction) => make(transaction, command, context));
    }
    throw error;
  }
}

/** The same inside a transaction that has begun: the one in which it is approved. */
export async function makeHandoverWithin(
  transaction: Transaction,
  command: Command,
  context: CommandContext,
): Promise<Made> {
  const { portfolio } = context.session;
  return portfolio ? make(transaction, command, { ...context, portfolio }) : refuse('not_found');
}

async function make(
  transaction: Transaction,
  command: Command,
  context: AssignContext,
): Promise<Made> {
  const { session, portfolio } = context;
  const { scope } = session;
  await holdAgents(transaction, [command.agentId, ...command.standInIds]);
  // Under the locks: of two copies at once the second waits, and then finds what the first did.
  const work = await lockWorkOf(transaction, {
    portfolioId: portfolio.id,
    fromAgentId: command.agentId,
  });
  const earlier = await findHandover(transaction, { scope, id: command.id });
  if (earlier) {
    return sameContent(earlier, command)
      ? succeed({ outcome: 'made', handover: toHandover(earlier), replayed: true })
      : refuse('id_reused_with_different_content');
  }
  const waiting = await isWaiting(transaction, sentOf(command, portfolio.id), context);
  if (!waiting.ok) return waiting;
  const awaiting = { outcome: 'awaiting-approval' as const, handover: null };
  if (waiting.value) return succeed({ ...awaiting, replayed: true });
  const planned = await plan(transaction, command, context);
  if (!planned.ok) return planned;
  const request = describeHandover(command, { ...planned.value, work }, portfolio);
  if (await mustAsk(transaction, request, context)) {
    const asked = await requestApproval(transaction, request, context);
    return asked.ok ? succeed({ ...awaiting, replayed: false }) : asked;
  }
  await write(transaction, { command, planned: planned.value }, context);
  const row = await findHandover(transaction, { scope, id: command.id });
  if (!row) throw new Error(`handover ${command.id} was written but is not there`);
  return succeed({ outcome: 'made', handover: toHandover(row), replayed: false });
}

function sentOf(command: Command, portfolioId: string) {
  const isSame = (kept: unknown) => isDeepStrictEqual(handoverCommand.parse(kept), command);
  return { portfolioId, id: command.id, kind: 'make-handover' as const, isSame };
}

/** Who hands over to whom; all that can be wrong with it is refused here. */
async function plan(transaction: Transaction, command: Command, context: AssignContext) {
  const { session, portfolio, approvedBy } = context;
  const { scope, businessDate } = session;
  const standInIds = [...new Set(command.standInIds)];
  const people = await listAgents(transaction, { scope, ids: [command.agentId, ...standInIds] });
  const agent = people.find(({ id }) => id === command.agentId);
  if (!agent) return refuse('agent_not_found', { field: 'agentId' });
  const { teamId } = agent;
  if (teamId === null) return refuse('agent_not_in_team', { details: { agent: agent.name } });
  const standIns = people.filter(({ id }) => standInIds.includes(id));
  const refusal =
    refuseStandIns(standInIds, { agent, people }) ??
    // While it waited its first day may have come: it begins on the day of the approval then.
    refuseDays(command, approvedBy ? earlierOf(command.fromOn, businessDate) : businessDate);
  if (refusal) return refusal;
  if (command.untilOn < businessDate) return refuse('day_passed', { field: 'untilOn' });
  const portfolioId = portfolio.id;
  if (await hasOpenHandover(transaction, { portfolioId, agentId: agent.id })) {
    return refuse('queue_already_handed_over', { details: { agent: agent.name } });
  }
  return succeed({ agent: { ...agent, teamId }, standIns });
}

const earlierOf = (left: string, right: string) => (left < right ? left : right);

async function write(
  transaction: Transaction,
  {
    command,
    planned: { agent, standIns },
  }: { command: Command; planned: Omit<HandoverPlan, 'work'> },
  { session, portfolio, requestId, now, approvedBy }: AssignContext,
): Promise<void> {
  const key = { portfolioId: portfolio.id, id: command.id };
  await insertHandover(transaction, {
    ...command,
    ...key,
    teamId: agent.teamId,
    standInIds: standIns.map(({ id }) => id),
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
  await recordAudit(transaction, {
    portfolioId: portfolio.id,
    actorId: session.account.id,
    event: 'make-handover',
    subject: 'account',
    subjectId: agent.id,
    after: {
      handoverId: command.id,
      standIns: standIns.length,
      fromOn: command.fromOn,
      untilOn: command.untilOn,
      reason: command.reason,
      ...(approvedBy && { approvedBy }),
    },
    requestId,
    at: now,
  });
  if (command.fromOn <= session.businessDate) {
    await beginHandover(transaction, key, { requestId, now });
  }
}

/** Whoever stands in is of the same team: the loans stay the team's. */
function refuseStandIns(
  ids: readonly string[],
  { agent, people }: { agent: TeamAgent; people: readonly TeamAgent[] },
) {
  const fits = ids.every(
    (id) => id !== agent.id && people.some((one) => one.id === id && one.teamId === agent.teamId),
  );
  return fits ? null : refuse('stand_in_not_in_team', { field: 'standInIds' });
}

/** An absence of more than a year is a mistyped day. */
const DAYS_AHEAD_MAX = 366;

function refuseDays({ fromOn, untilOn }: Command, businessDate: string) {
  if (fromOn < businessDate) return refuse('day_passed', { field: 'fromOn' });
  if (untilOn < fromOn) return refuse('range_upside_down', { field: 'untilOn' });
  const latest = addDays(calendarDate(businessDate), DAYS_AHEAD_MAX);
  return untilOn > latest ? refuse('day_too_far', { field: 'untilOn' }) : null;
}

function sameContent(earlier: HandoverRow, command: Command): boolean {
  const ids = new Set(command.standInIds);
  return (
    earlier.fromAgentId === command.agentId &&
    earlier.fromOn === command.fromOn &&
    earlier.untilOn === command.untilOn &&
    earlier.reason === command.reason &&
    earlier.standIns.length === ids.size &&
    earlier.standIns.every(({ id }) => ids.has(id))
  );
}
