import { z } from 'zod';
import { isShared, recordAnswer, recordFacts, titleText } from '../app-records.ts';
import { endpoint } from '../endpoint.ts';
import { day, namedRef, uuid, version } from '../values.ts';

const removed = z.object({ id: uuid });
/**
 * The client creates this id and repeats it on every retry. The record gets another id, which the
 * answer contains.
 */
const newId = { id: uuid };
const changeFailures = ['not_found', 'changed_since', 'only_maker_may'] as const;

const kanbanBoardInputs = z.object({ title: titleText, isShared });
const board = kanbanBoardInputs.extend(recordFacts).extend({ cards: z.int() });
export type KanbanBoard = z.infer<typeof board>;

export const listKanbanBoards = endpoint({
  key: 'GET /api/boards',
  summary: 'List the caller’s own and shared kanban boards by name.',
  access: 'signed-in',
  answer: z.object({ kanbanBoards: z.array(board) }),
  failures: [],
});
export type ListKanbanBoards = typeof listKanbanBoards;

export const createKanbanBoard = endpoint({
  key: 'POST /api/boards',
  summary: 'Create a kanban board with its first columns.',
  access: 'signed-in',
  body: kanbanBoardInputs.extend({
    ...newId,
    columns: z.array(z.object({ ...newId, title: titleText })).max(10),
  }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreateKanbanBoard = typeof createKanbanBoard;

const kanbanBoardParams = z.object({ boardId: uuid });

export const changeKanbanBoard = endpoint({
  key: 'PUT /api/boards/:boardId',
  summary: 'Rename or share a kanban board. Fails if it changed since it was read.',
  access: 'signed-in',
  params: kanbanBoardParams,
  body: kanbanBoardInputs.extend({ version }),
  answer: recordAnswer,
  failures: changeFailures,
});
export type ChangeKanbanBoard = typeof changeKanbanBoard;

export const removeKanbanBoard = endpoint({
  key: 'POST /api/boards/:boardId/remove',
  summary: 'Delete a kanban board with its columns and cards.',
  access: 'signed-in',
  params: kanbanBoardParams,
  answer: removed,
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveKanbanBoard = typeof removeKanbanBoard;

const kanbanColumn = z.object({ id: uuid, title: z.string(), version });

const cardInputs = z.object({
  title: titleText,
  details: z.string().max(4000),
  assigneeId: uuid.nullable(),
  dueOn: day.nullable(),
  labels: z.array(z.string().max(30).regex(/\S/)).max(5),
});
export type CardInputs = z.infer<typeof cardInputs>;

const kanbanCard = cardInputs.extend({
  id: uuid,
  version,
  columnId: uuid,
  assignee: namedRef.nullable(),
  madeBy: namedRef,
});
export type KanbanCard = z.infer<typeof kanbanCard>;

export const readKanbanBoard = endpoint({
  key: 'GET /api/boards/:boardId',
  summary: 'Get a kanban board with its columns and cards in order.',
  access: 'signed-in',
  params: kanbanBoardParams,
  answer: z.object({ board, columns: z.array(kanbanColumn), cards: z.array(kanbanCard) }),
  failures: ['not_found'],
});
export type ReadKanbanBoard = typeof readKanbanBoard;

export const createKanbanColumn = endpoint({
  key: 'POST /api/boards/:boardId/columns',
  summary: 'Add a column at the end of a kanban board.',
  access: 'signed-in',
  params: kanbanBoardParams,
  body: z.object({ ...newId, title: titleText }),
  answer: recordAnswer,
  failures: ['not_found', 'id_reused_with_different_content'],
});
export type CreateKanbanColumn = typeof createKanbanColumn;

const columnParams = z.object({ columnId: uuid });

export const changeKanbanColumn = endpoint({
  key: 'PUT /api/board-columns/:columnId',
  summary: 'Rename a kanban column.',
  access: 'signed-in',
  params: columnParams,
  body: z.object({ title: titleText, version }),
  answer: recordAnswer,
  failures: changeFailures,
});
export type ChangeKanbanColumn = typeof changeKanbanColumn;

export const removeKanbanColumn = endpoint({
  key: 'POST /api/board-columns/:columnId/remove',
  summary: 'Delete a kanban column that has no cards.',
  access: 'signed-in',
  params: columnParams,
  answer: removed,
  failures: ['not_found', 'column_has_cards'],
});
export type RemoveKanbanColumn = typeof removeKanbanColumn;

export const moveKanbanColumn = endpoint({
  key: 'PUT /api/board-columns/:columnId/place',
  summary: 'Move a column after another column of its board, or to the start.',
  access: 'signed-in',
  params: columnParams,
  body: z.object({ afterId: uuid.nullable() }),
  answer: removed,
  failures: ['not_found'],
});
export type MoveKanbanColumn = typeof moveKanbanColumn;

export const createKanbanCard = endpoint({
  key: 'POST /api/board-columns/:columnId/cards',
  summary: 'Add a card at the end of a kanban column.',
  access: 'signed-in',
  params: columnParams,
  body: cardInputs.extend(newId),
  answer: recordAnswer,
  failures: ['not_found', 'colleague_not_found', 'id_reused_with_different_content'],
});
export type CreateKanbanCard = typeof createKanbanCard;

const cardParams = z.object({ cardId: uuid });

export const changeKanbanCard = endpoint({
  key: 'PUT /api/board-cards/:cardId',
  summary:
    'Update a kanban card. Fails if its content changed since it was read; moves do not count.',
  access: 'signed-in',
  params: cardParams,
  body: cardInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['colleague_not_found', ...changeFailures],
});
export type ChangeKanbanCard = typeof changeKanbanCard;

export const moveKanbanCard = endpoint({
  key: 'PUT /api/board-cards/:cardId/place',
  summary: 'Move a card to a column of its board, after another card or to the start.',
  access: 'signed-in',
  params: cardParams,
  body: z.object({ columnId: uuid, afterId: uuid.nullable() }),
  answer: removed,
  failures: ['not_found'],
});
export type MoveKanbanCard = typeof moveKanbanCard;

export const removeKanbanCard = endpoint({
  key: 'POST /api/board-cards/:cardId/remove',
  summary: 'Delete a kanban card.',
  access: 'signed-in',
  params: cardParams,
  answer: removed,
  failures: ['not_found'],
});
export type RemoveKanbanCard = typeof removeKanbanCard;
