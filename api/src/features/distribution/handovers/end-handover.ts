import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { EndHandover } from '@bursar/contracts/distribution/handovers';
import { recordAudit } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { moveShare, type Turn } from './begin-handover.ts';
import {
  findHandover,
  lockHandover,
  lockUnmoved,
  noteEnded,
  toHandover,
  type HandoverRow,
} from './handovers.store.ts';

type Ended = Outcome<AnswerOf<EndHandover>, FailureOf<EndHandover>>;

/** Ends a handover before its last day, or cancels one that has not begun. */
export function endHandover(
  database: Database,
  id: string,
  { session, requestId, now }: PortfolioContext,
): Promise<Ended> {
  const { scope } = session;
  return database.begin(async (transaction): Promise<Ended> => {
    const found = await findHandover(transaction, { scope, id });
    if (!found) return refuse('not_found');
    const by = session.account.id;
    const returned = await returnLoans(transaction, found, { by, turn: { requestId, now } });
    if (returned === null) return refuse('handover_already_ended');
    const ended = await findHandover(transaction, { scope, id });
    if (!ended) throw new Error(`handover ${id} was ended but is not there`);
    return succeed({ handover: toHandover(ended), returned });
  });
}

type Return = { readonly by: string | null; readonly turn: Turn };

/**
 * Returns only the loans that are still with the stand-ins; loans that were moved since stay.
 * Returns their count, or null if the handover had already ended.
 */
export async function returnLoans(
  transaction: Transaction,
  key: { readonly portfolioId: string; readonly id: string },
  { by, turn }: Return,
): Promise<number | null> {
  const handover = await lockHandover(transaction, key);
  if (!handover || handover.endedAt) return null;
  const toAgentId = await findReturningAgent(transaction, handover);
  let returned = 0;
  for (const { batchId } of handover.standIns) {
    if (!batchId) continue;
    const { portfolioId } = handover;
    const loans = await lockUnmoved(transaction, { portfolioId, batchId });
    if (loans.length === 0) continue;
    await moveShare(transaction, handover, { toAgentId, loans, turn });
    returned += loans.length;
  }
  await noteEnded(transaction, {
    ...key,
    at: turn.now.toISOString(),
    by: by ?? handover.madeBy,
    returned,
  });
  await recordAudit(transaction, {
    portfolioId: handover.portfolioId,
    actorId: by,
    event: 'end-handover',
    subject: 'account',
    subjectId: handover.fromAgentId,
    after: { handoverId: handover.id, returned },
    requestId: turn.requestId,
    at: turn.now,
  });
  return returned;
}

/** If the agent has left the team, the loans go back to the team desk. */
async function findReturningAgent(
  transaction: Transaction,
  { portfolioId, teamId, fromAgentId }: HandoverRow,
): Promise<string | null> {
  const [agent] = await transaction<{ id: string }[]>`
    select id from accounts
    where portfolio_id = ${portfolioId} and id = ${fromAgentId} and team_id = ${teamId}
      and status <> 'suspended'
    for share`;
  return agent?.id ?? null;
}
