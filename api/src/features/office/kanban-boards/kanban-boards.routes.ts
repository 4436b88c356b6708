import {
  changeKanbanBoard,
  changeKanbanCard,
  changeKanbanColumn,
  createKanbanBoard,
  createKanbanCard,
  createKanbanColumn,
  listKanbanBoards,
  moveKanbanCard,
  moveKanbanColumn,
  readKanbanBoard,
  removeKanbanBoard,
  removeKanbanCard,
  removeKanbanColumn,
} from '@bursar/contracts/office/kanban-boards';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import {
  kanbanCards,
  kanbanColumns,
  kanbanBoards,
  cardColumns,
  listKanbanBoardsInReach,
  listCardsOf,
  listColumnsOf,
} from './kanban-boards.store.ts';
import {
  addFirstColumns,
  lastCardPlace,
  lastColumnPlace,
  moveCard,
  moveColumn,
} from './move-card.ts';

export function bindKanbanBoardRoutes(platform: Platform): void {
  bindKanbanBoards(platform);
  bindColumns(platform);
  bindCards(platform);
}

function bindKanbanBoards(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listKanbanBoards, async ({ session: { scope } }) =>
    succeed({ kanbanBoards: await listKanbanBoardsInReach(database, scope) }),
  );

  bindEndpoint(platform, readKanbanBoard, async ({ params: { boardId }, session: { scope } }) => {
    const [board] = await listKanbanBoardsInReach(database, scope, boardId);
    if (!board) return refuse('not_found');
    const [columns, cards] = await Promise.all([
      listColumnsOf(database, boardId),
      listCardsOf(database, boardId),
    ]);
    return succeed({ board, columns, cards });
  });

  bindEndpoint(platform, createKanbanBoard, ({ body: { id, title, isShared, columns }, context }) =>
    createRecord(database, kanbanBoards, {
      id,
      columns: { title: title.trim(), is_shared: isShared },
      context,
      andThen: (transaction, boardId) =>
        addFirstColumns(transaction, context, { boardId, columns }),
    }),
  );

  bindEndpoint(
    platform,
    changeKanbanBoard,
    ({ params, body: { title, isShared, version }, context }) =>
      changeRecord(database, kanbanBoards, {
        id: params.boardId,
        version,
        columns: { title: title.trim(), is_shared: isShared },
        context,
      }),
  );

  bindEndpoint(platform, removeKanbanBoard, ({ params, context }) =>
    removeRecord(database, kanbanBoards, { id: params.boardId, context }),
  );
}

function bindColumns(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, createKanbanColumn, ({ params, body: { id, title }, context }) =>
    createRecord(database, kanbanColumns, {
      id,
      columns: { title: title.trim() },
      context,
      place: (transaction) => lastColumnPlace(transaction, context, params.boardId),
    }),
  );

  bindEndpoint(platform, changeKanbanColumn, ({ params, body: { title, version }, context }) =>
    changeRecord(database, kanbanColumns, {
      id: params.columnId,
      version,
      columns: { title: title.trim() },
      context,
    }),
  );

  bindEndpoint(platform, removeKanbanColumn, ({ params, context }) =>
    removeRecord(database, kanbanColumns, { id: params.columnId, context }),
  );

  bindEndpoint(platform, moveKanbanColumn, ({ params, body: { afterId }, context }) =>
    moveColumn(database, { id: params.columnId, afterId }, context),
  );
}

function bindCards(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, createKanbanCard, ({ params, body: { id, ...card }, context }) =>
    createRecord(database, kanbanCards, {
      id,
      columns: cardColumns(card),
      context,
      place: (transaction) => lastCardPlace(transaction, context, params.columnId),
    }),
  );

  bindEndpoint(platform, changeKanbanCard, ({ params, body: { version, ...card }, context }) =>
    changeRecord(database, kanbanCards, {
      id: params.cardId,
      version,
      columns: cardColumns(card),
      context,
    }),
  );

  bindEndpoint(platform, moveKanbanCard, ({ params, body, context }) =>
    moveCard(database, { ...body, id: params.cardId }, context),
  );

  bindEndpoint(platform, removeKanbanCard, ({ params, context }) =>
    removeRecord(database, kanbanCards, { id: params.cardId, context }),
  );
}
