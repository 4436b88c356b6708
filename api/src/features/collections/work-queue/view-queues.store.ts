import type { ViewQueue } from '@bursar/contracts/collections/view-queues';
import { loanFilter, type LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import { loanSorts, type LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Scope } from '../../../platform/scope.ts';

/** The managers and desks that make queues for their agents. */
export type QueueMaker = Extract<Scope, { role: 'user' | 'team' }>;

type QueueRow = Omit<ViewQueue, 'mayRemove'> & { readonly teamId: string | null };

/** Lists the queues of the maker's agents: a desk also sees those of its manager. */
export async function listQueuesOfMaker(sql: Queryable, maker: QueueMaker): Promise<ViewQueue[]> {
  const rows = await sql<QueueRow[]>`${selectQueues(sql, maker)}
    and queue.removed_at is null order by lower(queue.name), queue.id`;
  return rows.map((row) => toViewQueue(row, maker));
}

type StoredQueue = ViewQueue & {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly isRemoved: boolean;
};

/** Locks a queue of the maker's agents. */
export async function lockViewQueue(
  transaction: Transaction,
  { maker, id }: { maker: QueueMaker; id: string },
): Promise<StoredQueue | null> {
  const [row] = await transaction<
    (QueueRow & { filter: StoredQueue['filter']; isRemoved: boolean })[]
  >`${selectQueues(transaction, maker)} and queue.id = ${id} for update of queue`;
  if (!row) return null;
  const { filter, isRemoved } = row;
  return { ...toViewQueue(row, maker), filter, isRemoved };
}

function selectQueues(sql: Queryable, maker: QueueMaker): Fragment {
  return sql`
    select queue.id, queue.name, queue.team_id, team.name as team, queue.sort, queue.direction,
      queue.filter, queue.removed_at is not null as is_removed, maker.name as created_by
    from view_queues queue
    join accounts maker on maker.id = queue.created_by
    left join teams team on team.portfolio_id = queue.portfolio_id and team.id = queue.team_id
    where queue.portfolio_id = ${maker.portfolioId}
      ${maker.role === 'team' ? sql`and (queue.team_id is null or queue.team_id = ${maker.teamId})` : sql``}`;
}

function toViewQueue(row: QueueRow, maker: QueueMaker): ViewQueue {
  const { id, name, team, sort, direction, createdBy, teamId } = row;
  const mayRemove = maker.role === 'user' || teamId === maker.teamId;
  return { id, name, team, sort, direction, createdBy, mayRemove };
}

type NewQueue = Pick<ViewQueue, 'id' | 'name' | 'sort' | 'direction'> & {
  readonly maker: QueueMaker;
  readonly filter: LoanFilter;
  readonly at: string;
};

/** Inserts a queue; returns whether its id was free. */
export async function insertViewQueue(
  transaction: Transaction,
  { maker, id, name, filter, sort, direction, at }: NewQueue,
): Promise<boolean> {
  const teamId = maker.role === 'team' ? maker.teamId : null;
  const rows = await transaction`
    insert into view_queues (portfolio_id, id, team_id, name, filter, sort, direction, created_by,
      created_at)
    values (${maker.portfolioId}, ${id}, ${teamId}, ${name}, ${transaction.json(filter)}, ${sort},
      ${direction}, ${maker.accountId}, ${at})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export async function markQueueRemoved(
  transaction: Transaction,
  { maker, id, at }: { maker: QueueMaker; id: string; at: string },
): Promise<void> {
  await transaction`
    update view_queues set removed_at = ${at}
    where portfolio_id = ${maker.portfolioId} and id = ${id}`;
}

/** A queue as an agent works it: a filter for its loans and their order. */
export type QueueView = {
  readonly id: string;
  readonly name: string;
  readonly filter: LoanFilter;
  /** Null for the most urgent first. */
  readonly sort: LoanSort | null;
  readonly direction: 'asc' | 'desc';
};

/**
 * Lists the queues that an agent can work. Omits queues whose filter or order this release no
 * longer knows, because they could offer loans that their makers did not mean.
 */
export async function listQueuesOfAgent(
  sql: Queryable,
  { portfolioId, agentId }: { portfolioId: string; agentId: string },
): Promise<QueueView[]> {
  const rows = await sql<
    (Omit<QueueView, 'filter' | 'sort'> & { filter: unknown; sort: string | null })[]
  >`
    select queue.id, queue.name, queue.filter, queue.sort, queue.direction
    from view_queues queue
    where queue.portfolio_id = ${portfolioId} and queue.removed_at is null
      and (queue.team_id is null
        or queue.team_id = (select team_id from accounts where id = ${agentId}))
    order by lower(queue.name), queue.id`;
  return rows.flatMap((row) => {
    const filter = loanFilter.strict().safeParse(row.filter);
    const sort = loanSorts.find((known) => known === row.sort) ?? null;
    return filter.success && sort === row.sort ? [{ ...row, filter: filter.data, sort }] : [];
  });
}
