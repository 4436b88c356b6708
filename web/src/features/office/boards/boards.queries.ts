import type {
  ChangeBoard,
  ChangeBoardCard,
  ChangeBoardColumn,
  CreateBoard,
  CreateBoardCard,
  CreateBoardColumn,
  ListBoards,
  MoveBoardCard,
  MoveBoardColumn,
  ReadBoard,
  RemoveBoard,
  RemoveBoardCard,
  RemoveBoardColumn,
} from '@bursar/contracts/office/boards';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export type BoardDetails = AnswerOf<ReadBoard>;

export const boardsQuery = queryOptions({
  queryKey: [...queryRoots.boards, 'list'],
  queryFn: ({ signal }) => callApi<ListBoards>('GET /api/boards', { signal }),
});

export const boardQuery = (boardId: string) =>
  queryOptions({
    queryKey: [...queryRoots.boards, 'one', boardId],
    queryFn: ({ signal }) =>
      callApi<ReadBoard>('GET /api/boards/:boardId', { params: { boardId }, signal }),
  });

/** A mutation that refetches every board, even after a refusal. */
function useBoardMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.boards }),
  });
}

type Versioned = { readonly id: string; readonly version: number | null };

export type SavedBoard = Versioned & InputOf<CreateBoard>['body'];

export const useSaveBoard = () =>
  useBoardMutation(({ version, id, title, isShared, columns }: SavedBoard) =>
    version === null
      ? callApi<CreateBoard>('POST /api/boards', { body: { id, title, isShared, columns } })
      : callApi<ChangeBoard>('PUT /api/boards/:boardId', {
          params: { boardId: id },
          body: { title, isShared, version },
        }),
  );

export const useRemoveBoard = () =>
  useBoardMutation((boardId: string) =>
    callApi<RemoveBoard>('POST /api/boards/:boardId/remove', { params: { boardId } }),
  );

export type SavedColumn = Versioned & { readonly boardId: string; readonly title: string };

export const useSaveColumn = () =>
  useBoardMutation(({ version, id, boardId, title }: SavedColumn) =>
    version === null
      ? callApi<CreateBoardColumn>('POST /api/boards/:boardId/columns', {
          params: { boardId },
          body: { id, title },
        })
      : callApi<ChangeBoardColumn>('PUT /api/board-columns/:columnId', {
          params: { columnId: id },
          body: { title, version },
        }),
  );

export const useMoveColumn = () =>
  useBoardMutation(({ columnId, afterId }: { columnId: string; afterId: string | null }) =>
    callApi<MoveBoardColumn>('PUT /api/board-columns/:columnId/place', {
      params: { columnId },
      body: { afterId },
    }),
  );

export const useRemoveColumn = () =>
  useBoardMutation((columnId: string) =>
    callApi<RemoveBoardColumn>('POST /api/board-columns/:columnId/remove', {
      params: { columnId },
    }),
  );

export type SavedCard = Versioned &
  InputOf<ChangeBoardCard>['body'] & {
    readonly columnId: string;
    /** The card's previous column, and the last card of its new column. */
    readonly from: { readonly columnId: string; readonly afterId: string | null } | null;
  };

/** Saves a card; if its column changed, it moves to that column's end. */
export const useSaveCard = () =>
  useBoardMutation(
    async ({ id, version, columnId, from, ...card }: Omit<SavedCard, 'version'> & Versioned) => {
      if (version === null) {
        return callApi<CreateBoardCard>('POST /api/board-columns/:columnId/cards', {
          params: { columnId },
          body: { ...card, id },
        });
      }
      const saved = await callApi<ChangeBoardCard>('PUT /api/board-cards/:cardId', {
        params: { cardId: id },
        body: { ...card, version },
      });
      if (from && from.columnId !== columnId) await placeCard(id, { ...from, columnId });
      return saved;
    },
  );

const placeCard = (cardId: string, body: InputOf<MoveBoardCard>['body']) =>
  callApi<MoveBoardCard>('PUT /api/board-cards/:cardId/place', { params: { cardId }, body });

type Moved = InputOf<MoveBoardCard>['body'] & {
  readonly cardId: string;
  /** All cards in the order after the move. */
  readonly cards: BoardDetails['cards'];
};

/** Moves a card at once and reverts it if the server refuses. */
export function useMoveCard(boardId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = boardQuery(boardId);
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
  useBoardMutation((cardId: string) =>
    callApi<RemoveBoardCard>('POST /api/board-cards/:cardId/remove', { params: { cardId } }),
  );
