import { z } from 'zod';
import { isShared, recordAnswer, recordFacts, titleText } from '../app-records.ts';
import { endpoint } from '../endpoint.ts';
import { day, namedRef, uuid, version } from '../values.ts';

const removed = z.object({ id: uuid });
/** The client creates this id and repeats it on every retry. The answer has the record’s own id. */
const newId = { id: uuid };
const changeFailures = ['not_found', 'changed_since', 'only_maker_may'] as const;

const boardInputs = z.object({ title: titleText, isShared });
const board = boardInputs.extend(recordFacts).extend({ cards: z.int() });
export type Board = z.infer<typeof board>;

export const listBoards = endpoint({
  key: 'GET /api/boards',
  summary: 'The caller’s own boards and those shared with them, by name.',
  access: 'signed-in',
  answer: z.object({ boards: z.array(board) }),
  failures: [],
});
export type ListBoards = typeof listBoards;

export const createBoard = endpoint({
  key: 'POST /api/boards',
  summary: 'Create a board with its first columns.',
  access: 'signed-in',
  body: boardInputs.extend({
    ...newId,
    columns: z.array(z.object({ ...newId, title: titleText })).max(10),
  }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreateBoard = typeof createBoard;

const boardParams = z.object({ boardId: uuid });

export const changeBoard = endpoint({
  key: 'PUT /api/boards/:boardId',
  summary: 'Rename a board or share it; refused where somebody else changed it since.',
  access: 'signed-in',
  params: boardParams,
  body: boardInputs.extend({ version }),
  answer: recordAnswer,
  failures: changeFailures,
});
export type ChangeBoard = typeof changeBoard;

export const removeBoard = endpoint({
  key: 'POST /api/boards/:boardId/remove',
  summary: 'Remove a board with its columns and cards.',
  access: 'signed-in',
  params: boardParams,
  answer: removed,
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveBoard = typeof removeBoard;

const boardColumn = z.object({ id: uuid, title: z.string(), version });

const cardInputs = z.object({
  title: titleText,
  details: z.string().max(4000),
  assigneeId: uuid.nullable(),
  dueOn: day.nullable(),
  labels: z.array(z.string().max(30).regex(/\S/)).max(5),
});
export type CardInputs = z.infer<typeof cardInputs>;

const boardCard = cardInputs.extend({
  id: uuid,
  version,
  columnId: uuid,
  assignee: namedRef.nullable(),
  madeBy: namedRef,
});
export type BoardCard = z.infer<typeof boardCard>;

export const readBoard = endpoint({
  key: 'GET /api/boards/:boardId',
  summary: 'A board: its columns and its cards, each in its order.',
  access: 'signed-in',
  params: boardParams,
  answer: z.object({ board, columns: z.array(boardColumn), cards: z.array(boardCard) }),
  failures: ['not_found'],
});
export type ReadBoard = typeof readBoard;

export const createBoardColumn = endpoint({
  key: 'POST /api/boards/:boardId/columns',
  summary: 'Add a column behind the others.',
  access: 'signed-in',
  params: boardParams,
  body: z.object({ ...newId, title: titleText }),
  answer: recordAnswer,
  failures: ['not_found', 'id_reused_with_different_content'],
});
export type CreateBoardColumn = typeof createBoardColumn;

const columnParams = z.object({ columnId: uuid });

export const changeBoardColumn = endpoint({
  key: 'PUT /api/board-columns/:columnId',
  summary: 'Rename a column.',
  access: 'signed-in',
  params: columnParams,
  body: z.object({ title: titleText, version }),
  answer: recordAnswer,
  failures: changeFailures,
});
export type ChangeBoardColumn = typeof changeBoardColumn;

export const removeBoardColumn = endpoint({
  key: 'POST /api/board-columns/:columnId/remove',
  summary: 'Remove a column that has no cards.',
  access: 'signed-in',
  params: columnParams,
  answer: removed,
  failures: ['not_found', 'column_has_cards'],
});
export type RemoveBoardColumn = typeof removeBoardColumn;

export const moveBoardColumn = endpoint({
  key: 'PUT /api/board-columns/:columnId/place',
  summary: 'Put a column behind another one of its board, or first.',
  access: 'signed-in',
  params: columnParams,
  body: z.object({ afterId: uuid.nullable() }),
  answer: removed,
  failures: ['not_found'],
});
export type MoveBoardColumn = typeof moveBoardColumn;

export const createBoardCard = endpoint({
  key: 'POST /api/board-columns/:columnId/cards',
  summary: 'Add a card at the end of a column.',
  access: 'signed-in',
  params: columnParams,
  body: cardInputs.extend(newId),
  answer: recordAnswer,
  failures: ['not_found', 'colleague_not_found', 'id_reused_with_different_content'],
});
export type CreateBoardCard = typeof createBoardCard;

const cardParams = z.object({ cardId: uuid });

export const changeBoardCard = endpoint({
  key: 'PUT /api/board-cards/:cardId',
  summary:
    'Change a card; refused where somebody else changed it since. Moving it is no such change.',
  access: 'signed-in',
  params: cardParams,
  body: cardInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['colleague_not_found', ...changeFailures],
});
export type ChangeBoardCard = typeof changeBoardCard;

export const moveBoardCard = endpoint({
  key: 'PUT /api/board-cards/:cardId/place',
  summary: 'Put a card into a column of its board, behind another card there or first.',
  access: 'signed-in',
  params: cardParams,
  body: z.object({ columnId: uuid, afterId: uuid.nullable() }),
  answer: removed,
  failures: ['not_found'],
});
export type MoveBoardCard = typeof moveBoardCard;

export const removeBoardCard = endpoint({
  key: 'POST /api/board-cards/:cardId/remove',
  summary: 'Remove a card.',
  access: 'signed-in',
  params: cardParams,
  answer: removed,
  failures: ['not_found'],
});
export type RemoveBoardCard = typeof removeBoardCard;
