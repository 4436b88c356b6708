import type {
  ReadLoanStatementPdf,
  ReadPayoffPdf,
  ReadReceiptPdf,
} from '@bursar/contracts/records/statements';
import type {
  ReadUnappliedFunds,
  RefundUnappliedFunds,
  UndoRefund,
} from '@bursar/contracts/servicing/unapplied-funds';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ListPayments,
  PostPayment,
  PreviewOverpayment,
  PreviewPenalties,
  PreviewReversal,
  QuotePayoff,
  RequestReversal,
  ReversePayment,
} from '@bursar/contracts/servicing/payments';
import type { PostSplitPayment } from '@bursar/contracts/servicing/split-payments';
import type { ListWriteOffs } from '@bursar/contracts/servicing/write-offs';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { keepPreviousOf } from '../../../lib/keep-previous-of.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useLanguage } from '../../../lib/languages.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { useRefetchAfterPosting } from '../loan-account/use-refetch-after-posting.ts';
import { notify } from '../../../ui/overlay/notify.ts';

export type NewPayment = InputOf<PostPayment>['body'];

export type WriteOffs = AnswerOf<ListWriteOffs>;

/**
 * The money movements of a loan: its payments page by page, its write-offs, and the credit balance.
 */
export const paymentsQuery = (loanId: string) =>
  pagesByKey([...queryRoots.loans, 'one', loanId, 'payments'], async (from, signal) => {
    const asked = { params: { loanId }, signal };
    const [{ payments, nextCursor }, losses, unappliedFunds] = await Promise.all([
      callApi<ListPayments>('GET /api/loans/:loanId/payments', { ...asked, query: from }),
      callApi<ListWriteOffs>('GET /api/loans/:loanId/write-offs', asked),
      callApi<ReadUnappliedFunds>('GET /api/loans/:loanId/credit', asked),
    ]);
    return { payments, losses, unappliedFunds, nextCursor };
  });

type MoneyPage = AnswerOf<ListPayments> & {
  readonly losses: WriteOffs;
  readonly unappliedFunds: UnappliedFunds;
};

export function mergePages({ pages }: { readonly pages: readonly MoneyPage[] }) {
  const [first] = pages;
  if (!first) throw new Error('a list that was read has a first page');
  return { ...first, payments: pages.flatMap(({ payments }) => payments) };
}

export type Effect = AnswerOf<PreviewReversal>;

/** The effects of reversing a payment, calculated each time the dialog opens. */
export function reversalPreviewQuery(loanId: string, paymentId: string) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'reversal-preview', paymentId],
    queryFn: ({ signal }) =>
      callApi<PreviewReversal>('GET /api/loans/:loanId/payments/:paymentId/reversal-preview', {
        params: { loanId, paymentId },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

export type PayoffQuote = AnswerOf<QuotePayoff>;

/** Returns the query for the payoff of a loan on a day. */
export function payoffQuoteQuery({ loanId, on }: { loanId: string; on: string }) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'payoff', on],
    queryFn: ({ signal }) =>
      callApi<QuotePayoff>('GET /api/loans/:loanId/payoff-quote', {
        params: { loanId },
        query: { on },
        signal,
      }),
  });
}

export type OverpaymentPreview = AnswerOf<PreviewOverpayment>;

/**
 * Returns the query for the effects of an overpayment; the previous preview of the loan stays
 * visible while the next one loads.
 */
export function overpaymentPreviewQuery({
  loanId,
  ...query
}: {
  loanId: string;
  amountMinor: number;
  valueDate: string;
}) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'overpayment-preview', query],
    queryFn: ({ signal }) =>
      callApi<PreviewOverpayment>('GET /api/loans/:loanId/beyond-due-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousOf([...queryRoots.loans, 'one', loanId]),
    gcTime: 0,
  });
}

/**
 * Returns the query for the penalties that a back-dated payment would waive; the previous answer
 * for the loan stays visible while the next one loads.
 */
export function penaltiesPreviewQuery({
  loanId,
  ...query
}: { readonly loanId: string } & InputOf<PreviewPenalties>['query']) {
  return queryOptions({
    queryKey: [...queryRoots.loans, 'one', loanId, 'penalties', query],
    queryFn: ({ signal }) =>
      callApi<PreviewPenalties>('GET /api/loans/:loanId/penalties-preview', {
        params: { loanId },
        query,
        signal,
      }),
    placeholderData: keepPreviousOf([...queryRoots.loans, 'one', loanId]),
    gcTime: 0,
  });
}

export function usePostPayment(loanId: string) {
  const refetchAfterPayment = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (payment: NewPayment) =>
      callApi<PostPayment>('POST /api/loans/:loanId/payments', {
        params: { loanId },
        body: payment,
      }),
    onSettled: (_, failure) => refetchAfterPayment(failure),
  });
}

export function usePostSplitPayment() {
  const refetchAfterPayment = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (payment: InputOf<PostSplitPayment>['body']) =>
      callApi<PostSplitPayment>('POST /api/split-payments', { body: payment }),
    onSettled: (_, failure) => refetchAfterPayment(failure),
  });
}

/** The loan, as receipts and statements need it. */
export type StatementLoan = {
  readonly id: string;
  readonly borrower: { readonly language: StatementLanguage | null };
};

type StatementLanguage = NonNullable<InputOf<ReadLoanStatementPdf>['query']['language']>;

/**
 * Returns the language of documents: the language of the borrower or, if it is unknown, that of the
 * user.
 */
export function useStatementLanguage({ borrower }: StatementLoan): StatementLanguage {
  const reader = useLanguage();
  return borrower.language ?? reader;
}

/**
 * Saves the receipt of a payment. The loan is an argument, because a toast may request the receipt
 * after another loan was opened.
 */
export function useSaveReceipt() {
  const reader = useLanguage();
  return useMutation({
    mutationFn: ({ loan, paymentId }: { loan: StatementLoan; paymentId: string }) =>
      downloadFile<ReadReceiptPdf>('GET /api/loans/:loanId/payments/:paymentId/receipt.pdf', {
        params: { loanId: loan.id, paymentId },
        query: { language: loan.borrower.language ?? reader },
      }),
    onError: sayFailure,
  });
}

export function useSavePayoff(loan: StatementLoan) {
  const language = useStatementLanguage(loan);
  return useMutation({
    mutationFn: (on: string) =>
      downloadFile<ReadPayoffPdf>('GET /api/loans/:loanId/payoff-quote.pdf', {
        params: { loanId: loan.id },
        query: { on, language },
      }),
    onError: sayFailure,
  });
}

export type StatementAsked = {
  readonly from: string;
  readonly to: string;
  readonly language: StatementLanguage;
};

export function useSaveStatement(loanId: string) {
  return useMutation({
    mutationFn: (query: StatementAsked) =>
      downloadFile<ReadLoanStatementPdf>('GET /api/loans/:loanId/statement.pdf', {
        params: { loanId },
        query,
      }),
  });
}

const sayFailure = (cause: Error) => notify.error(failureSentence(cause));

export type Reversal = {
  readonly paymentId: string;
  readonly body: InputOf<ReversePayment>['body'];
};

export function useReversePayment(loanId: string) {
  const refetchAfterPayment = useRefetchAfterPosting();
  return useMutation({
    mutationFn: ({ paymentId, body }: Reversal) =>
      callApi<ReversePayment>('POST /api/loans/:loanId/payments/:paymentId/reversal', {
        params: { loanId, paymentId },
        body,
      }),
    onSettled: (_, failure) => refetchAfterPayment(failure),
  });
}

/** Requests a reversal; nothing but the request changes until another user decides. */
export function useRequestReversal(loanId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ paymentId, body }: Reversal) =>
      callApi<RequestReversal>('POST /api/loans/:loanId/payments/:paymentId/reversal-request', {
        params: { loanId, paymentId },
        body,
      }),
    onSettled: () => {
      void queryClient.invalidateQueries(paymentsQuery(loanId));
      void queryClient.invalidateQueries({ queryKey: queryRoots.approvals });
    },
  });
}

export type NewRefund = InputOf<RefundUnappliedFunds>['body'];
export type RefundAnswer = AnswerOf<RefundUnappliedFunds>;
export type UnappliedFunds = AnswerOf<ReadUnappliedFunds>;

export function useRefundUnappliedFunds(loanId: string) {
  const refetchAfterPayment = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: NewRefund) =>
      callApi<RefundUnappliedFunds>('POST /api/loans/:loanId/credit-refunds', {
        params: { loanId },
        body,
      }),
    onSettled: (_, failure) => refetchAfterPayment(failure),
  });
}

export function useUndoRefund(params: InputOf<UndoRefund>['params']) {
  const refetchAfterPayment = useRefetchAfterPosting();
  return useMutation({
    mutationFn: (body: InputOf<UndoRefund>['body']) =>
      callApi<UndoRefund>('POST /api/loans/:loanId/credit-refunds/:refundId/undo', {
        params,
        body,
      }),
    onSettled: (_, failure) => refetchAfterPayment(failure),
  });
}
