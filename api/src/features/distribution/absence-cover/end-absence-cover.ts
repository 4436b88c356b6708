import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { EndAbsenceCover } from '@bursar/contracts/distribution/absence-cover';
import {
  auditedCall,
  factsOfCall,
  recordAudit,
  type AuditedCall,
} from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockLoansOfBatches } from '../assignments/assignments.store.ts';
import { moveShare } from './begin-absence-cover.ts';
import {
  findAbsenceCover,
  listBatchesOf,
  lockAbsenceCover,
  listUnmoved,
  noteEnded,
  toAbsenceCover,
  type AbsenceCoverRow,
} from './absence-cover.store.ts';

type Ended = Outcome<AnswerOf<EndAbsenceCover>, FailureOf<EndAbsenceCover>>;

/** Ends an absence cover at a user's request, or cancels one that has not begun. */
export function endAbsenceCover(
  database: Database,
  id: string,
  context: PortfolioContext,
): Promise<Ended> {
  const { scope, account } = context.session;
  return database.begin(async (transaction): Promise<Ended> => {
    const found = await findAbsenceCover(transaction, { scope, id });
    if (!found) return refuse('not_found');
    const returning = { by: account.id, call: auditedCall(context) };
    const returned = await returnLoans(transaction, found, returning);
    if (returned === null) return refuse('handover_already_ended');
    const ended = await findAbsenceCover(transaction, { scope, id });
    if (!ended) throw new Error(`handover ${id} was ended but is missing`);
    return succeed({ absenceCover: toAbsenceCover(ended), returned });
  });
}

type Return = { readonly by: string | null; readonly call: AuditedCall };

/**
 * Ends an absence cover and moves back the loans that no user has assigned since, from the
 * stand-ins or from those who cover for them. Returns their number, or null if the absence cover
 * had already ended.
 */
export async function returnLoans(
  transaction: Transaction,
  key: { readonly portfolioId: string; readonly id: string },
  { by, call }: Return,
): Promise<number | null> {
  const absenceCover = await lockAbsenceCover(transaction, key);
  if (!absenceCover || absenceCover.endedAt) return null;
  const toAgentId = await findReturningAgent(transaction, absenceCover);
  const { portfolioId } = absenceCover;
  const batchIds = await listBatchesOf(transaction, absenceCover);
  // Lock the loans of all batches in one statement: an assignment that includes loans of several
  // stand-ins locks them in order of their ids, so locking batch after batch could deadlock with it.
  await lockLoansOfBatches(transaction, { portfolioId, ids: batchIds });
  // The batches name the account that made the absence cover, so they must not name another
  // account's API key.
  const ofMaker = by === absenceCover.madeBy ? call : { ...call, apiKeyName: undefined };
  let returned = 0;
  for (const batchId of batchIds) {
    const loans = await listUnmoved(transaction, { portfolioId, batchId });
    if (loans.length === 0) continue;
    await moveShare(transaction, absenceCover, { toAgentId, loans, call: ofMaker });
    returned += loans.length;
  }
  await noteEnded(transaction, {
    ...key,
    at: call.now.toISOString(),
    by: by ?? absenceCover.madeBy,
    returned,
  });
  await recordAudit(transaction, {
    portfolioId,
    actorId: by,
    event: 'end-handover',
    subject: 'account',
    subjectId: absenceCover.fromAgentId,
    after: { handoverId: absenceCover.id, returned, ...factsOfCall(call) },
    requestId: call.requestId,
    at: call.now,
  });
  return returned;
}

/**
 * Finds the agent to whom the loans return. Returns null if the agent is suspended or has left the
 * team; the loans then go to the team desk.
 */
async function findReturningAgent(
  transaction: Transaction,
  { portfolioId, teamId, fromAgentId }: AbsenceCoverRow,
): Promise<string | null> {
  const [agent] = await transaction<{ id: string }[]>`
    select id from accounts
    where portfolio_id = ${portfolioId} and id = ${fromAgentId} and team_id = ${teamId}
      and status <> 'suspended'
    for share`;
  return agent?.id ?? null;
}
