import type {
  ChangeKanbanBoard,
  ChangeKanbanCard,
  ChangeKanbanColumn,
  CreateKanbanBoard,
  CreateKanbanCard,
  CreateKanbanColumn,
  KanbanCard,
  ListKanbanBoards,
  MoveKanbanCard,
  MoveKanbanColumn,
  ReadKanbanBoard,
  RemoveKanbanBoard,
  RemoveKanbanCard,
  RemoveKanbanColumn,
} from '@bursar/contracts/office/kanban-boards';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FailureCode } from '@bursar/contracts/failure-status';
import { ApiFailure, callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type KanbanBoardDetails = AnswerOf<ReadKanbanBoard>;

export const kanbanBoardsQuery = queryOptions({
  queryKey: [...queryRoots.kanbanBoards, 'list'],
  queryFn: ({ signal }) => callApi<ListKanbanBoards>('GET /api/boards', { signal }),
});

export const kanbanBoardQuery = (boardId: string) =>
  queryOptions({
    queryKey: [...queryRoots.kanbanBoards, 'one', boardId],
    queryFn: ({ signal }) =>
      callApi<ReadKanbanBoard>('GET /api/boards/:boardId', { params: { boardId }, signal }),
  });

/** A mutation that refetches every board, even after a refusal. */
function useKanbanBoardMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.kanbanBoards }),
  });
}

type Versioned = { readonly id: string; readonly version: number | null };

export type SavedKanbanBoard = Versioned & InputOf<CreateKanbanBoard>['body'];

export const useSaveKanbanBoard = () =>
  useKanbanBoardMutation(({ version, id, title, isShared, columns }: SavedKanbanBoard) =>
    version === null
      ? callApi<CreateKanbanBoard>('POST /api/boards', { body: { id, title, isShared, columns } })
      : callApi<ChangeKanbanBoard>('PUT /api/boards/:boardId', {
          params: { boardId: id },
          body: { title, isShared, version },
        }),
  );

export const useRemoveKanbanBoard = () =>
  useKanbanBoardMutation((boardId: string) =>
    callApi<RemoveKanbanBoard>('POST /api/boards/:boardId/remove', { params: { boardId } }),
  );

export type SavedColumn = Versioned & { readonly boardId: string; readonly title: string };

export const useSaveColumn = () =>
  useKanbanBoardMutation(({ version, id, boardId, title }: SavedColumn) =>
    version === null
      ? callApi<CreateKanbanColumn>('POST /api/boards/:boardId/columns', {
          params: { boardId },
          body: { id, title },
        })
      : callApi<ChangeKanbanColumn>('PUT /api/board-columns/:columnId', {
          params: { columnId: id },
          body: { title, version },
        }),
  );

export const useMoveColumn = () =>
  useKanbanBoardMutation(({ columnId, afterId }: { columnId: string; afterId: string | null }) =>
    callApi<MoveKanbanColumn>('PUT /api/board-columns/:columnId/place', {
      params: { columnId },
      body: { afterId },
    }),
  );

export const useRemoveColumn = () =>
  useKanbanBoardMutation((columnId: string) =>
    callApi<RemoveKanbanColumn>('POST /api/board-columns/:columnId/remove', {
      params: { columnId },
    }),
  );

export type SavedCard = Versioned &
  InputOf<ChangeKanbanCard>['body'] & {
    readonly columnId: string;
    /**
     * The card's previous column, and the last card of the column to save it in; null for a new
     * card.
     */
    readonly from: { readonly columnId: string; readonly afterId: string | null } | null;
  };

/** Saves a card; if its column changed, it moves to that column's end. */
export const useSaveCard = () =>
  useKanbanBoardMutation(
    async ({ id, version, columnId, from, ...card }: Omit<SavedCard, 'version'> & Versioned) => {
      if (version === null) {
        return callApi<CreateKanbanCard>('POST /api/board-columns/:columnId/cards', {
          params: { columnId },
          body: { ...card, id },
        });
      }
      const saved = await callApi<ChangeKanbanCard>('PUT /api/board-cards/:cardId', {
        params: { cardId: id },
        body: { ...card, version },
      });
      if (from && from.columnId !== columnId) await placeCard(id, { ...from, columnId });
      return saved;
    },
  );

const placeCard = (cardId: string, body: InputOf<MoveKanbanCard>['body']) =>
  callApi<MoveKanbanCard>('PUT /api/board-cards/:cardId/place', { params: { cardId }, body });

type Moved = InputOf<MoveKanbanCard>['body'] & {
  readonly cardId: string;
  /** All cards in the order after the move. */
  readonly cards: KanbanBoardDetails['cards'];
};

/** Moves a card at once and reverts it if the server refuses. */
export function useMoveCard(boardId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = kanbanBoardQuery(boardId);
  return useMutation({
    mutationFn: ({ cardId, columnId, afterId }: Moved) => placeCard(cardId, { columnId, afterId }),
    onMutate: async ({ cards }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (board) => board && { ...board, cards });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export const useRemoveCard = () =>
  useKanbanBoardMutation((cardId: string) =>
    callApi<RemoveKanbanCard>('POST /api/board-cards/:cardId/remove', { params: { cardId } }),
  );

type RestoredCard = {
  readonly card: KanbanCard;
  /** The client's id of the request. */
  readonly id: string;
  /** The card above the restored one; null if it was the first. */
  readonly afterId: string | null;
};

/**
 * Creates a removed card again, in its former place. It has no assignee if its former one has left,
 * and is at the end of its column if the card above it was removed as well.
 */
export const useRestoreCard = () =>
  useKanbanBoardMutation(async ({ card, id: requestId, afterId }: RestoredCard) => {
    const { title, details, assigneeId, dueOn, labels, columnId } = card;
    const create = (assignee: string | null) =>
      callApi<CreateKanbanCard>('POST /api/board-columns/:columnId/cards', {
        params: { columnId },
        body: { title, details, assigneeId: assignee, dueOn, labels, id: requestId },
      });
    const { id } = await create(assigneeId).catch((cause: unknown) => {
      if (isFailure(cause, 'colleague_not_found')) return create(null);
      throw cause;
    });
    await placeCard(id, { columnId, afterId }).catch((cause: unknown) => {
      if (!isFailure(cause, 'not_found')) throw cause;
    });
  });

const isFailure = (cause: unknown, code: FailureCode): boolean =>
  cause instanceof ApiFailure && cause.code === code;
