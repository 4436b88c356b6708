import type { KanbanBoard, KanbanCard, CardInputs } from '@bursar/contracts/office/kanban-boards';
import { byItsMaker, checkAssignee, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { refuse } from '../../../platform/outcome.ts';
import { mayRuleRecord, ownOrShared, type Scope } from '../../../platform/scope.ts';

export const kanbanBoards: AppRecordKind<never, 'only_maker_may'> = {
  table: 'kanban_boards',
  noun: 'board',
  mayRemove: byItsMaker,
  inReach: (sql, scope) => ownOrShared(sql, scope, 'record'),
  recordAccess: (sql) => sql`record.owner_id, record.is_shared, '{}'::uuid[] as others,
    jsonb_build_object('title', record.title) as details`,
};

/** SQL condition for a column or card: its board is the caller's own or shared with the caller. */
const onBoard = (sql: Queryable, scope: Scope): Fragment =>
  sql`exists (select from kanban_boards board where board.id = record.board_id
    and ${ownOrShared(sql, scope, 'board')})`;

const boardOf = (sql: Queryable, column: 'owner_id' | 'is_shared' | 'title'): Fragment =>
  sql`(select board.${sql(column)} from kanban_boards board where board.id = record.board_id)`;

export const kanbanColumns: AppRecordKind<never, 'column_has_cards'> = {
  table: 'kanban_columns',
  noun: 'board-column',
  refusals: { kanban_cards_column: refuse('column_has_cards') },
  inReach: onBoard,
  recordAccess: (sql) => sql`${boardOf(sql, 'owner_id')} as owner_id,
    ${boardOf(sql, 'is_shared')} as is_shared, '{}'::uuid[] as others,
    jsonb_build_object('title', record.title, 'board', ${boardOf(sql, 'title')}) as details`,
};

export const kanbanCards: AppRecordKind<'colleague_not_found'> = {
  table: 'kanban_cards',
  noun: 'board-card',
  check: checkAssignee,
  inReach: onBoard,
  recordAccess: (sql) => sql`${boardOf(sql, 'owner_id')} as owner_id,
    ${boardOf(sql, 'is_shared')} as is_shared, '{}'::uuid[] as others, record.board_id as parent_id,
    jsonb_build_object('title', record.title, 'column',
      (select title from kanban_columns place where place.id = record.column_id)) as details`,
};

export function cardColumns({ title, details, assigneeId, dueOn, labels }: CardInputs): Columns {
  return {
    title: title.trim(),
    details,
    assignee_id: assigneeId,
    due_on: dueOn,
    labels: labels.map((label) => label.trim()),
  };
}

type One = { readonly scope: Scope; readonly id: string };

export async function listKanbanBoardsInReach(
  sql: Queryable,
  scope: Scope,
  id: string | null = null,
): Promise<KanbanBoard[]> {
  const rows = await sql<
    (Omit<KanbanBoard, 'madeBy' | 'mayRemove'> & { ownerId: string; ownerName: string })[]
  >`
    select record.id, record.title, record.is_shared, record.version, record.owner_id,
      owner.name as owner_name,
      (select count(*) from kanban_cards card where card.board_id = record.id) as cards
    from kanban_boards record join accounts owner on owner.id = record.owner_id
    where ${ownOrShared(sql, scope, 'record')} ${id === null ? sql`` : sql`and record.id = ${id}`}
    order by lower(record.title), record.id`;
  return rows.map(({ ownerId, ownerName, ...row }) => ({
    ...row,
    madeBy: { id: ownerId, name: ownerName },
    mayRemove: mayRuleRecord(scope, { ownerId }),
  }));
}

export async function listColumnsOf(sql: Queryable, boardId: string) {
  const rows = await sql<{ id: string; title: string; version: number }[]>`
    select id, title, version from kanban_columns where board_id = ${boardId} order by rank`;
  return rows.map((row) => ({ ...row }));
}

export async function listCardsOf(sql: Queryable, boardId: string): Promise<KanbanCard[]> {
  const rows = await sql<
    (Omit<KanbanCard, 'assignee' | 'madeBy'> & {
      assigneeName: string | null;
      ownerId: string;
      ownerName: string;
    })[]
  >`
    select card.id, card.column_id, card.title, card.details, card.assignee_id, card.due_on,
      card.labels, card.version, card.owner_id, owner.name as owner_name,
      assignee.name as assignee_name
    from kanban_cards card join accounts owner on owner.id = card.owner_id
    left join accounts assignee on assignee.id = card.assignee_id
    where card.board_id = ${boardId} order by card.rank`;
  return rows.map(({ assigneeName, ownerId, ownerName, ...row }) => ({
    ...row,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: assigneeName ?? '' },
    madeBy: { id: ownerId, name: ownerName },
  }));
}

/** Locks a board in the caller's scope, so that changes to it come one after the other. */
export async function holdKanbanBoard(
  transaction: Transaction,
  { scope, id }: One,
): Promise<boolean> {
  const rows = await transaction`
    select from kanban_boards record where id = ${id} and ${ownOrShared(transaction, scope, 'record')}
    for update`;
  return rows.length > 0;
}

/**
 * Locks a column against removal, and its board; returns the board's id, or null if the column is
 * not in the caller's scope.
 */
export async function holdKanbanBoardOfColumn(
  transaction: Transaction,
  { scope, id }: One,
): Promise<string | null> {
  const [row] = await transaction<{ id: string }[]>`
    select record.id from kanban_boards record
    where id = (select board_id from kanban_columns where id = ${id})
      and ${ownOrShared(transaction, scope, 'record')}
    for update`;
  if (!row) return null;
  const recordAccess = await transaction`select from kanban_columns where id = ${id} for key share`;
  return recordAccess.length > 0 ? row.id : null;
}

type Places = { readonly table: 'kanban_columns' | 'kanban_cards'; readonly groupId: string };

/**
 * Finds the ranks around a position: after a given row, first, or last. Returns null if that row is
 * not in the group.
 */
export async function ranksAround(
  transaction: Transaction,
  { table, groupId }: Places,
  place: { readonly afterId: string | null; readonly exceptId: string } | 'last',
): Promise<{ before: string | null; after: string | null } | null> {
  const group = table === 'kanban_columns' ? transaction`board_id` : transaction`column_id`;
  const rows = await transaction<{ id: string; rank: string }[]>`
    select id, rank from ${transaction(table)} where ${group} = ${groupId} order by rank`;
  if (place === 'last') return { before: rows.at(-1)?.rank ?? null, after: null };
  const others = rows.filter(({ id }) => id !== place.exceptId);
  if (place.afterId === null) return { before: null, after: others[0]?.rank ?? null };
  const at = others.findIndex(({ id }) => id === place.afterId);
  if (at < 0) return null;
  return { before: others[at]?.rank ?? null, after: others[at + 1]?.rank ?? null };
}

/**
 * Moves a card or a column. Its version does not change, so forms that are open on it stay valid.
 */
export async function updatePlace(
  transaction: Transaction,
  table: Places['table'],
  { id, columns }: { id: string; columns: Columns },
): Promise<void> {
  await transaction`update ${transaction(table)} set ${transaction(columns)} where id = ${id}`;
}
