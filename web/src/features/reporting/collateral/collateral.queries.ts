import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeMarginLine,
  CreateAsset,
  EnterPrice,
  ExportSecuredLoans,
  ListPrices,
  ListSecuredLoans,
  MoveCollateral,
  OpposeCollateral,
  ReadCollateral,
  ReadCollateralHistory,
  ReadLoanCollateral,
  WithdrawPrice,
} from '@bursar/contracts/reporting/collateral';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tableQueryOf, type TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { ImportPrices, PreviewPrices } from '@bursar/contracts/reporting/price-files';
import type { ChosenPriceColumns } from '@bursar/contracts/reporting/price-files.values';
import type { HistorySpan } from '@bursar/contracts/reporting/collateral.values';
import type { ListLoans } from '@bursar/contracts/servicing/loan-lists';
import { westernDigits } from '@bursar/contracts/western-digits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { uploadFile } from '../../../lib/upload-file.ts';

export type Collateral = AnswerOf<ReadCollateral>;
export type CollateralBook = Collateral['books'][number];
export type HistoryBook = AnswerOf<ReadCollateralHistory>['books'][number];
export type LoanCollateral = AnswerOf<ReadLoanCollateral>;
export type CollateralEvent = LoanCollateral['events'][number];
export type LoansAsked = InputOf<ExportSecuredLoans>['query'];

const root = queryRoots.collateral;

export const collateralQuery = queryOptions({
  queryKey: [...root, 'sums'],
  queryFn: ({ signal }) => callApi<ReadCollateral>('GET /api/collateral', { signal }),
});

export const historyQuery = (span: HistorySpan) =>
  queryOptions({
    queryKey: [...root, 'history', span],
    queryFn: ({ signal }) =>
      callApi<ReadCollateralHistory>('GET /api/collateral/history', { query: { span }, signal }),
    placeholderData: keepPreviousData,
  });

export const securedLoansQuery = (asked: LoansAsked) =>
  pagesByKey([...root, 'loans', asked], (from, signal) =>
    callApi<ListSecuredLoans>('GET /api/collateral/loans', {
      query: { ...asked, ...from },
      signal,
    }),
  );

export const pricesQuery = (assetId: string | undefined) =>
  pagesByKey([...root, 'prices', assetId], (from, signal) =>
    callApi<ListPrices>('GET /api/collateral/prices', { query: { assetId, ...from }, signal }),
  );

export const loanCollateralQuery = (loanId: string) =>
  queryOptions({
    queryKey: [...root, 'loan', loanId],
    queryFn: ({ signal }) =>
      callApi<ReadLoanCollateral>('GET /api/loans/:loanId/collateral', {
        params: { loanId },
        signal,
      }),
  });

function useCollateralMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: root }),
  });
}

export const useCreateAsset = () =>
  useCollateralMutation((body: InputOf<CreateAsset>['body']) =>
    callApi<CreateAsset>('POST /api/collateral/assets', { body }),
  );

export const useEnterPrice = () =>
  useCollateralMutation((body: InputOf<EnterPrice>['body']) =>
    callApi<EnterPrice>('POST /api/collateral/prices', { body }),
  );

export const useWithdrawPrice = () =>
  useCollateralMutation(
    ({ priceId, ...body }: InputOf<WithdrawPrice>['body'] & { priceId: string }) =>
      callApi<WithdrawPrice>('POST /api/collateral/prices/:priceId/withdrawal', {
        params: { priceId },
        body,
      }),
  );

export const useChangeMarginLine = () =>
  useCollateralMutation((body: InputOf<ChangeMarginLine>['body']) =>
    callApi<ChangeMarginLine>('PUT /api/collateral/margin-line', { body }),
  );

export type PricePreview = AnswerOf<PreviewPrices>;

/** A price list with the id of its import and the user's choices for reading the file. */
export type SentPrices = {
  readonly id: string;
  readonly file: File;
  readonly answers: FileAnswers;
  readonly table?: TableChoice | undefined;
  /** Null if the server finds the columns, by their headings or as in an earlier file. */
  readonly columns: ChosenPriceColumns | null;
  /**
   * Source of the prices in rows that state none. If null, the server uses the source of the last
   * list with these headings.
   */
  readonly source: string | null;
};

function asQuery({ file, answers, table = {}, columns, source }: SentPrices) {
  return {
    fileName: file.name,
    answers: JSON.stringify(answers),
    ...tableQueryOf(table),
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(source !== null && { source }),
  };
}

/** A price list is small, so its upload shows no progress and cannot be cancelled. */
const unwatched = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

export const usePreviewPrices = () =>
  useMutation({
    mutationFn: (sent: SentPrices) =>
      uploadFile<PreviewPrices>('POST /api/collateral/price-files/preview', {
        query: asQuery(sent),
        file: sent.file,
        ...unwatched(),
      }),
  });

export const useImportPrices = () =>
  useCollateralMutation((sent: SentPrices) =>
    uploadFile<ImportPrices>('POST /api/collateral/price-files', {
      query: { id: sent.id, ...asQuery(sent) },
      file: sent.file,
      ...unwatched(),
    }),
  );

/** The loan is given by its reference if its id is unknown. */
export type Movement = InputOf<MoveCollateral>['body'] & {
  readonly loan: { readonly id: string } | { readonly reference: string };
};

export const useMoveCollateral = () =>
  useCollateralMutation(async ({ loan, ...body }: Movement) => {
    const loanId = 'id' in loan ? loan.id : await findLoanId(loan.reference);
    return callApi<MoveCollateral>('POST /api/loans/:loanId/collateral', {
      params: { loanId },
      body,
    });
  });

async function findLoanId(reference: string): Promise<string> {
  const { rows } = await callApi<ListLoans>('GET /api/loans', {
    query: { view: 'all', q: reference, limit: 20 },
  });
  const typed = westernDigits(reference).toLowerCase();
  const found = rows.find((loan) => loan.reference.toLowerCase() === typed);
  if (found) return found.id;
  throw new ApiFailure(404, { error: 'not_found', message: reference });
}

export const useOpposeCollateral = () =>
  useCollateralMutation(
    ({
      loanId,
      collateralId,
      ...body
    }: InputOf<OpposeCollateral>['body'] & InputOf<OpposeCollateral>['params']) =>
      callApi<OpposeCollateral>('POST /api/loans/:loanId/collateral/:collateralId/opposite', {
        params: { loanId, collateralId },
        body,
      }),
  );

/** Exports the loans that match the query, one line per holding. */
export const useSaveLoans = () =>
  useMutation({
    mutationFn: (query: LoansAsked) =>
      downloadFile<ExportSecuredLoans>('GET /api/collateral/loans.csv', { query }),
  });
