import type {
  BankLine,
  ChangeBankLayout,
  DecideBankLine,
  ListBankFiles,
  ListBankLines,
  ListLineCandidates,
  PostBankFile,
  ReadBankFile,
  SplitBankLine,
  UploadBankFile,
} from '@bursar/contracts/intake/bank-files';
import type {
  ConfirmBankReturn,
  ListBankReturns,
  UndoBankReturn,
} from '@bursar/contracts/intake/bank-returns';
import type { BankLineState, SetAsideReason } from '@bursar/contracts/intake/bank-files.values';
import type {
  ChangeBankPostingRule,
  ReadBankPostingRule,
} from '@bursar/contracts/intake/bank-posting-rule';
import type { ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import { tableQueryOf, type TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { InputOf } from '@bursar/contracts/endpoint';
import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { moneyRoots, queryRoots } from '../../../lib/query-roots.ts';
import { uploadFile } from '../../../lib/upload-file.ts';

export const bankFilesQuery = pagesByKey([...queryRoots.bankFiles, 'list'], (from, signal) =>
  callApi<ListBankFiles>('GET /api/bank-files', { query: from, signal }),
);

export const postingRuleQuery = queryOptions({
  queryKey: [...queryRoots.bankFiles, 'posting-rule'],
  queryFn: ({ signal }) => callApi<ReadBankPostingRule>('GET /api/bank-posting-rule', { signal }),
});

export function useChangePostingRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (postsExact: boolean) =>
      callApi<ChangeBankPostingRule>('PUT /api/bank-posting-rule', { body: { postsExact } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: postingRuleQuery.queryKey }),
  });
}

export function bankFileQuery(bankFileId: string) {
  return queryOptions({
    queryKey: [...queryRoots.bankFiles, 'one', bankFileId],
    queryFn: ({ signal }) =>
      callApi<ReadBankFile>('GET /api/bank-files/:bankFileId', { params: { bankFileId }, signal }),
  });
}

type LineFilter = {
  readonly state: BankLineState | undefined;
  readonly leftOutWhy: SetAsideReason | undefined;
};

export const bankLinesQuery = (bankFileId: string, filter: LineFilter) =>
  pagesByKey([...queryRoots.bankFiles, 'lines', bankFileId, filter], (from, signal) =>
    callApi<ListBankLines>('GET /api/bank-files/:bankFileId/lines', {
      params: { bankFileId },
      query: { ...from, ...filter },
      signal,
    }),
  );

/** Suggested loans for a line; without a line the query does not run. */
export function candidatesQuery(bankFileId: string, bankLineId: string | undefined) {
  return queryOptions({
    queryKey: [...queryRoots.bankFiles, 'candidates', bankLineId],
    queryFn:
      bankLineId === undefined
        ? skipToken
        : ({ signal }) =>
            callApi<ListLineCandidates>(
              'GET /api/bank-files/:bankFileId/lines/:bankLineId/candidates',
              { params: { bankFileId, bankLineId }, signal },
            ),
  });
}

/** The payments, split lines and credit balances that an outgoing line may return. */
export const returnsQuery = (bankFileId: string, bankLineId: string) =>
  queryOptions({
    queryKey: [...queryRoots.bankFiles, 'returns', bankLineId],
    queryFn: ({ signal }) =>
      callApi<ListBankReturns>('GET /api/bank-files/:bankFileId/lines/:bankLineId/returns', {
        params: { bankFileId, bankLineId },
        signal,
      }),
  });

type OfLine = { readonly bankLineId: string };

export function useConfirmReturn(bankFileId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ bankLineId, ...body }: InputOf<ConfirmBankReturn>['body'] & OfLine) =>
      callApi<ConfirmBankReturn>('PUT /api/bank-files/:bankFileId/lines/:bankLineId/return', {
        params: { bankFileId, bankLineId },
        body,
      }),
    onSettled: refresh,
  });
}

/**
 * Undoes a confirmed return. `announce` receives the changed line, even if the dialog was closed
 * before the answer.
 */
export function useUndoReturn(bankFileId: string, announce: (line: BankLine) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ bankLineId, ...body }: InputOf<UndoBankReturn>['body'] & OfLine) =>
      callApi<UndoBankReturn>('POST /api/bank-files/:bankFileId/lines/:bankLineId/return/undo', {
        params: { bankFileId, bankLineId },
        body,
      }),
    onSuccess: announce,
    onSettled: refresh,
  });
}

export type SentBankFile = {
  readonly id: string;
  readonly file: File;
  /** Answers to the questions that the server raised for this file before. */
  readonly answers: FileAnswers;
  /** The columns that the user chose; an empty object makes the server ask for them. */
  readonly columns?: ChosenBankColumns;
  /** The position of the table, if the user chose it. */
  readonly table?: TableChoice;
};

/** Sends a file. The id is created when the user chooses the file, and every retry repeats it. */
export function useUploadBankFile() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, file, answers, columns, table }: SentBankFile) => {
      const uploaded = await uploadFile<UploadBankFile>('POST /api/bank-files', {
        query: {
          id,
          fileName: file.name,
          answers: JSON.stringify(answers),
          ...(columns && { columns: JSON.stringify(columns) }),
          ...(table && tableQueryOf(table)),
        },
        file,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      // The server posts by the rule for two seconds; the remaining lines are posted in further
      // rounds.
      if (uploaded.bankFile && uploaded.bankFile.byRule.waiting > 0) {
        await postInRounds({ bankFileId: id, byRule: true });
      }
      return uploaded;
    },
    onSettled: refresh,
  });
}

export type Decision = InputOf<DecideBankLine>['body'] & Pick<BankLine, 'id'>;

export function useDecideLine(bankFileId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id: bankLineId, ...body }: Decision) =>
      callApi<DecideBankLine>('PUT /api/bank-files/:bankFileId/lines/:bankLineId/decision', {
        params: { bankFileId, bankLineId },
        body,
      }),
    onSettled: refresh,
  });
}

export function useSplitLine(bankFileId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({
      id: bankLineId,
      ...body
    }: InputOf<SplitBankLine>['body'] & Pick<BankLine, 'id'>) =>
      callApi<SplitBankLine>('PUT /api/bank-files/:bankFileId/lines/:bankLineId/split', {
        params: { bankFileId, bankLineId },
        body,
      }),
    onSettled: refresh,
  });
}

/** Renames the remembered layout of a file, or forgets the layout or one of its answers. */
export function useChangeLayout(bankFileId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: InputOf<ChangeBankLayout>['body']) =>
      callApi<ChangeBankLayout>('PUT /api/bank-files/:bankFileId/layout', {
        params: { bankFileId },
        body,
      }),
    onSettled: refresh,
  });
}

export type PostedSoFar = {
  readonly posted: number;
  readonly refused: number;
  readonly left: number;
};

/**
 * A colleague who posts the same file locks lines briefly. Posting stops after more than this many
 * rounds in a row without a result.
 */
const IDLE_POLLS_MAX = 10;
const POLL_EVERY_MS = 500;

type Posting = {
  readonly bankFileId: string;
  /** True to post only lines that the posting rule may post. */
  readonly byRule: boolean;
  readonly onTurn?: (soFar: PostedSoFar) => void;
};

async function postInRounds({ bankFileId, byRule, onTurn }: Posting): Promise<PostedSoFar> {
  let [posted, refused, idlePolls] = [0, 0, 0];
  for (;;) {
    const turn = await callApi<PostBankFile>('POST /api/bank-files/:bankFileId/post', {
      params: { bankFileId },
      query: { byRule },
    });
    posted += turn.posted;
    refused += turn.refused;
    const now = { posted, refused, left: turn.left };
    onTurn?.(now);
    idlePolls = turn.posted + turn.refused === 0 ? idlePolls + 1 : 0;
    if (turn.left === 0 || idlePolls > IDLE_POLLS_MAX) return now;
    if (idlePolls > 0) await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
  }
}

/**
 * Posts in rounds and reports its progress. Stops when no matched line is left, or when a colleague
 * keeps the remaining lines locked for too long.
 */
export function usePostBankFile(bankFileId: string) {
  const refresh = useRefresh();
  const [soFar, setSoFar] = useState<PostedSoFar | null>(null);
  const mutation = useMutation({
    mutationFn: () => postInRounds({ bankFileId, byRule: false, onTurn: setSoFar }),
    onSettled: () => {
      setSoFar(null);
      refresh();
    },
  });
  return { mutation, soFar };
}

/** Returns a function that refetches bank files and lists and figures that a payment changes. */
function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [queryRoots.bankFiles, ...moneyRoots]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
