import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { MakeHandover } from '@bursar/contracts/handovers';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { AssignContext } from '../assignments/assign-loans.ts';
import { beginHandover } from './begin-handover.ts';
import {
  findHandover,
  hasOpenHandover,
  insertHandover,
  listAgents,
  toHandover,
  type HandoverRow,
  type TeamAgent,
} from './handovers.store.ts';

type Command = {
  readonly id: string;
  readonly agentId: string;
  readonly standInIds: readonly string[];
  readonly fromOn: string;
  readonly untilOn: string;
  readonly reason: string;
};

type Made = Outcome<AnswerOf<MakeHandover>, FailureOf<MakeHandover>>;

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
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      return database.begin((transaction) => make(transaction, command, context));
    }
    throw error;
  }
}

async function make(
  transaction: Transaction,
  command: Command,
  context: AssignContext,
): Promise<Made> {
  const { session, portfolio, requestId, now } = context;
  const { scope } = session;
  const earlier = await findHandover(transaction, { scope, id: command.id });
  if (earlier) {
    return sameContent(earlier, command)
      ? succeed({ handover: toHandover(earlier), replayed: true })
      : refuse('id_reused_with_different_content');
  }
  const standInIds = [...new Set(command.standInIds)];
  const people = await listAgents(transaction, { scope, ids: [command.agentId, ...standInIds] });
  const agent = people.find(({ id }) => id === command.agentId);
  if (!agent) return refuse('agent_not_found', { field: 'agentId' });
  const { teamId } = agent;
  if (teamId === null) return refuse('agent_not_in_team', { details: { agent: agent.name } });
  const refusal =
    refuseStandIns(standInIds, { agent, people }) ?? refuseDays(command, session.businessDate);
  if (refusal) return refusal;
  const portfolioId = portfolio.id;
  if (await hasOpenHandover(transaction, { portfolioId, agentId: agent.id })) {
    return refuse('queue_already_handed_over', { details: { agent: agent.name } });
  }
  const made = { madeBy: session.account.id, madeAt: now.toISOString() };
  await insertHandover(transaction, { ...command, ...made, standInIds, portfolioId, teamId });
  await recordAudit(transaction, {
    portfolioId,
    actorId: session.account.id,
    event: 'make-handover',
    subject: 'account',
    subjectId: agent.id,
    after: {
      handoverId: command.id,
      standIns: standInIds.length,
      fromOn: command.fromOn,
      untilOn: command.untilOn,
      reason: command.reason,
    },
    requestId,
    at: now,
  });
  if (command.fromOn <= session.businessDate) {
    await beginHandover(transaction, { portfolioId, id: command.id }, { requestId, now });
  }
  const row = await findHandover(transaction, { scope, id: command.id });
  if (!row) throw new Error(`handover ${command.id} was written but is not there`);
  return succeed({ handover: toHandover(row), replayed: false });
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
