import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { auditRecord } from '../../../platform/app-records.ts';
import { holdRecord, insertRecord } from '../../../platform/app-records.store.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { ownedId } from '../../../platform/owned-id.ts';
import {
  kanbanCards,
  kanbanColumns,
  holdKanbanBoard,
  holdKanbanBoardOfColumn,
  ranksAround,
  updatePlace,
} from './kanban-boards.store.ts';

type Moved = Outcome<{ id: string }, 'not_found'>;
type Place = { readonly id: string; readonly afterId: string | null };

/**
 * Moves a card to a column of the same board; the lock on the board serialises concurrent moves.
 */
export async function moveCard(
  database: Database,
  { id, columnId, afterId }: Place & { readonly columnId: string },
  context: CommandContext,
): Promise<Moved> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const boardId = await holdKanbanBoardOfColumn(transaction, { scope, id: columnId });
    const before = await holdRecord(transaction, kanbanCards, { scope, id });
    if (boardId === null || !before || before.parentId !== boardId) return refuse('not_found');
    const rank = await rankOf(transaction, 'kanban_cards', { groupId: columnId, id, afterId });
    if (rank === null) return refuse('not_found');
    await updatePlace(transaction, 'kanban_cards', { id, columns: { column_id: columnId, rank } });
    const after = (await holdRecord(transaction, kanbanCards, { scope, id })) ?? undefined;
    await auditRecord(transaction, context, {
      kind: kanbanCards,
      id,
      done: 'change',
      before,
      after,
    });
    return succeed({ id });
  });
}

export async function moveColumn(
  database: Database,
  { id, afterId }: Place,
  context: CommandContext,
): Promise<Moved> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const groupId = await holdKanbanBoardOfColumn(transaction, { scope, id });
    const before = await holdRecord(transaction, kanbanColumns, { scope, id });
    if (groupId === null || !before) return refuse('not_found');
    const rank = await rankOf(transaction, 'kanban_columns', { groupId, id, afterId });
    if (rank === null) return refuse('not_found');
    await updatePlace(transaction, 'kanban_columns', { id, columns: { rank } });
    await auditRecord(transaction, context, {
      kind: kanbanColumns,
      id,
      done: 'change',
      before,
      after: before,
    });
    return succeed({ id });
  });
}

async function rankOf(
  transaction: Transaction,
  table: 'kanban_columns' | 'kanban_cards',
  { groupId, id, afterId }: Place & { readonly groupId: string },
): Promise<string | null> {
  const place = { afterId, exceptId: id };
  const around = await ranksAround(transaction, { table, groupId }, place);
  return around && generateKeyBetween(around.before, around.after);
}

/** Locks the board and returns the place after its last column; null outside the caller's scope. */
export async function lastColumnPlace(
  transaction: Transaction,
  context: CommandContext,
  boardId: string,
): Promise<{ board_id: string; rank: string } | null> {
  const { scope } = context.session;
  if (!(await holdKanbanBoard(transaction, { scope, id: boardId }))) return null;
  const group = { table: 'kanban_columns', groupId: boardId } as const;
  const around = await ranksAround(transaction, group, 'last');
  return { board_id: boardId, rank: generateKeyBetween(around?.before, null) };
}

/**
 * Locks the board and returns the place after the last card of a column, or null outside the
 * caller's scope.
 */
export async function lastCardPlace(
  transaction: Transaction,
  context: CommandContext,
  columnId: string,
): Promise<{ board_id: string; column_id: string; rank: string } | null> {
  const { scope } = context.session;
  const boardId = await holdKanbanBoardOfColumn(transaction, { scope, id: columnId });
  if (boardId === null) return null;
  const group = { table: 'kanban_cards', groupId: columnId } as const;
  const around = await ranksAround(transaction, group, 'last');
  return { board_id: boardId, column_id: columnId, rank: generateKeyBetween(around?.before, null) };
}

type FirstColumns = {
  readonly boardId: string;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
};

export async function addFirstColumns(
  transaction: Transaction,
  context: CommandContext,
  { boardId, columns }: FirstColumns,
): Promise<void> {
  const { account } = context.session;
  const ranks = generateNKeysBetween(null, null, columns.length);
  for (const [at, { id, title }] of columns.entries()) {
    await insertRecord(transaction, kanbanColumns, {
      id: ownedId(account.id, id),
      board_id: boardId,
      owner_id: account.id,
      portfolio_id: account.portfolioId,
      title: title.trim(),
      rank: ranks[at] ?? '',
      created_at: context.now.toISOString(),
    });
  }
}
