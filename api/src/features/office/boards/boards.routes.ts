import {
  changeBoard,
  changeBoardCard,
  changeBoardColumn,
  createBoard,
  createBoardCard,
  createBoardColumn,
  listBoards,
  moveBoardCard,
  moveBoardColumn,
  readBoard,
  removeBoard,
  removeBoardCard,
  removeBoardColumn,
} from '@bursar/contracts/office/boards';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import {
  boardCards,
  boardColumns,
  boards,
  cardColumns,
  listBoardsInReach,
  listCardsOf,
  listColumnsOf,
} from './boards.store.ts';
import {
  addFirstColumns,
  lastCardPlace,
  lastColumnPlace,
  moveCard,
  moveColumn,
} from './put-in-place.ts';

export function bindBoardRoutes(platform: Platform): void {
  bindBoards(platform);
  bindColumns(platform);
  bindCards(platform);
}

function bindBoards(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listBoards, async ({ session: { scope } }) =>
    succeed({ boards: await listBoardsInReach(database, scope) }),
  );

  bindEndpoint(platform, readBoard, async ({ params: { boardId }, session: { scope } }) => {
    const [board] = await listBoardsInReach(database, scope, boardId);
    if (!board) return refuse('not_found');
    const [columns, cards] = await Promise.all([
      listColumnsOf(database, boardId),
      listCardsOf(database, boardId),
    ]);
    return succeed({ board, columns, cards });
  });

  bindEndpoint(platform, createBoard, ({ body: { id, title, isShared, columns }, context }) =>
    createRecord(database, boards, {
      id,
      columns: { title: title.trim(), is_shared: isShared },
      context,
      andThen: (transaction, boardId) =>
        addFirstColumns(transaction, context, { boardId, columns }),
    }),
  );

  bindEndpoint(platform, changeBoard, ({ params, body: { title, isShared, version }, context }) =>
    changeRecord(database, boards, {
      id: params.boardId,
      version,
      columns: { title: title.trim(), is_shared: isShared },
      context,
    }),
  );

  bindEndpoint(platform, removeBoard, ({ params, context }) =>
    removeRecord(database, boards, { id: params.boardId, context }),
  );
}

function bindColumns(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, createBoardColumn, ({ params, body: { id, title }, context }) =>
    createRecord(database, boardColumns, {
      id,
      columns: { title: title.trim() },
      context,
      place: (transaction) => lastColumnPlace(transaction, context, params.boardId),
    }),
  );

  bindEndpoint(platform, changeBoardColumn, ({ params, body: { title, version }, context }) =>
    changeRecord(database, boardColumns, {
      id: params.columnId,
      version,
      columns: { title: title.trim() },
      context,
    }),
  );

  bindEndpoint(platform, removeBoardColumn, ({ params, context }) =>
    removeRecord(database, boardColumns, { id: params.columnId, context }),
  );

  bindEndpoint(platform, moveBoardColumn, ({ params, body: { afterId }, context }) =>
    moveColumn(database, { id: params.columnId, afterId }, context),
  );
}

function bindCards(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, createBoardCard, ({ params, body: { id, ...card }, context }) =>
    createRecord(database, boardCards, {
      id,
      columns: cardColumns(card),
      context,
      place: (transaction) => lastCardPlace(transaction, context, params.columnId),
    }),
  );

  bindEndpoint(platform, changeBoardCard, ({ params, body: { version, ...card }, context }) =>
    changeRecord(database, boardCards, {
      id: params.cardId,
      version,
      columns: cardColumns(card),
      context,
    }),
  );

  bindEndpoint(platform, moveBoardCard, ({ params, body, context }) =>
    moveCard(database, { ...body, id: params.cardId }, context),
  );

  bindEndpoint(platform, removeBoardCard, ({ params, context }) =>
    removeRecord(database, boardCards, { id: params.cardId, context }),
  );
}
