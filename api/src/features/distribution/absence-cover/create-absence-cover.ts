import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  createAbsenceCover as createAbsenceCoverContract,
  type CreateAbsenceCover,
} from '@bursar/contracts/distribution/absence-cover';
import type { z } from 'zod';
import { auditCommand, auditedCall } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { holdAgents } from '../assignments/assignments.store.ts';
import { beginAbsenceCover } from './begin-absence-cover.ts';
import { describeAbsenceCover, type AbsenceCoverPlan } from './describe-absence-cover.ts';
import {
  findAbsenceCover,
  hasOpenAbsenceCover,
  insertAbsenceCover,
  listAgents,
  lockCoversOfTeam,
  lockWorkOf,
  toAbsenceCover,
  type AbsenceCoverRow,
  type TeamAgent,
} from './absence-cover.store.ts';

const schema = createAbsenceCoverContract.body;
type Command = z.infer<typeof schema>;

type Made = Outcome<AnswerOf<CreateAbsenceCover>, FailureOf<CreateAbsenceCover> | 'not_found'>;

/**
 * Plans an absence cover: other members of the team work an agent's loans for some days. A cover
 * that starts today begins at once.
 */
export const createAbsenceCover = fourEyes({
  kind: 'make-handover',
  contract: createAbsenceCoverContract,
  schema,
  hold: async (transaction, { agentId, standInIds }: Command, { session: { portfolio } }) => {
    if (!portfolio) return refuse('not_found');
    const { id: portfolioId } = portfolio;
    const running = await lockCoversOfTeam(transaction, { portfolioId, agentId });
    // A cover that begins at once may pass loans on to the stand-ins of running covers, and accounts
    // are locked before loans.
    const passedOnTo = running.flatMap(({ standIns }) => standIns.map(({ id }) => id));
    await holdAgents(transaction, [agentId, ...standInIds, ...passedOnTo]);
    const work = await lockWorkOf(transaction, { portfolioId, fromAgentId: agentId });
    return succeed({ portfolio, portfolioId, work });
  },
  answerEarlier: async (transaction, { command, context }): Promise<Made | null> => {
    const { scope } = context.session;
    const earlier = await findAbsenceCover(transaction, { scope, id: command.id });
    if (!earlier) return null;
    return sameContent(earlier, command)
      ? succeed({ outcome: 'made', absenceCover: toAbsenceCover(earlier), replayed: true })
      : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, { command, context, held: { work, ...held } }) => {
    const planned = await plan(transaction, command, { ...context, ...held });
    return planned.ok ? succeed({ ...planned.value, work }) : planned;
  },
  countTaken: ({ work }) => work.length,
  describe: (_transaction, { command, held, plan: planned }) =>
    describeAbsenceCover(command, planned, held.portfolio.currency),
  carryOut: async (transaction, { command, context, held, plan: planned }): Promise<Made> => {
    const { portfolio } = held;
    await write(transaction, { command, planned }, { ...context, portfolio });
    const { scope } = context.session;
    const row = await findAbsenceCover(transaction, { scope, id: command.id });
    if (!row) throw new Error(`handover ${command.id} was stored but is missing`);
    return succeed({ outcome: 'made', absenceCover: toAbsenceCover(row), replayed: false });
  },
  answerWaiting: async (_transaction, { plan: planned }) =>
    succeed({ outcome: 'awaiting-approval', absenceCover: null, replayed: planned === null }),
});

/**
 * Checks the agent, the stand-ins and the days, and returns who takes part in the absence cover.
 */
async function plan(transaction: Transaction, command: Command, context: PortfolioContext) {
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
    // The first day may have passed while the request waited; the absence cover then begins on the
    // approval day.
    refuseDays(command, approvedBy ? earlierOf(command.fromOn, businessDate) : businessDate);
  if (refusal) return refusal;
  if (command.untilOn < businessDate) return refuse('day_passed', { field: 'untilOn' });
  const portfolioId = portfolio.id;
  if (await hasOpenAbsenceCover(transaction, { portfolioId, agentId: agent.id })) {
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
  }: { command: Command; planned: Omit<AbsenceCoverPlan, 'work'> },
  context: PortfolioContext,
): Promise<void> {
  const { session, portfolio, now } = context;
  const key = { portfolioId: portfolio.id, id: command.id };
  await insertAbsenceCover(transaction, {
    ...command,
    ...key,
    teamId: agent.teamId,
    standInIds: standIns.map(({ id }) => id),
    madeBy: session.account.id,
    madeAt: now.toISOString(),
  });
  await auditCommand(transaction, context, {
    portfolioId: portfolio.id,
    event: 'make-handover',
    subject: 'account',
    subjectId: agent.id,
    after: {
      handoverId: command.id,
      standIns: standIns.length,
      fromOn: command.fromOn,
      untilOn: command.untilOn,
      reason: command.reason,
    },
  });
  if (command.fromOn <= session.businessDate) {
    await beginAbsenceCover(transaction, key, auditedCall(context));
  }
}

/**
 * Refuses stand-ins who are not other agents of the same team, because the loans stay with the
 * team.
 */
function refuseStandIns(
  ids: readonly string[],
  { agent, people }: { agent: TeamAgent; people: readonly TeamAgent[] },
) {
  const fits = ids.every(
    (id) => id !== agent.id && people.some((one) => one.id === id && one.teamId === agent.teamId),
  );
  return fits ? null : refuse('stand_in_not_in_team', { field: 'standInIds' });
}

/** A last day more than a year ahead is probably a mistyped date. */
const DAYS_AHEAD_MAX = 366;

function refuseDays({ fromOn, untilOn }: Command, businessDate: string) {
  if (fromOn < businessDate) return refuse('day_passed', { field: 'fromOn' });
  if (untilOn < fromOn) return refuse('range_upside_down', { field: 'untilOn' });
  const latest = addDays(calendarDate(businessDate), DAYS_AHEAD_MAX);
  return untilOn > latest ? refuse('day_too_far', { field: 'untilOn' }) : null;
}

function sameContent(earlier: AbsenceCoverRow, command: Command): boolean {
  const ids = new Set(command.standInIds);
  return (
    earlier.fromAgentId === command.agentId &&
    earlier.fromOn === command.fromOn &&
    earlier.untilOn === command.untilOn &&
    earlier.reason === command.reason &&
    earlier.borrowersTogether === command.borrowersTogether &&
    earlier.standIns.length === ids.size &&
    earlier.standIns.every(({ id }) => ids.has(id))
  );
}
