import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeInvoiceIssuer,
  ReadInvoiceIssuer,
} from '@bursar/contracts/records/invoice-issuers';
import type {
  LinkPayment,
  ListPaymentsToLink,
  RecordReceipt,
  ReverseReceipt,
  UnlinkPayment,
} from '@bursar/contracts/records/invoice-payments';
import type {
  ChangeInvoice,
  CreateInvoice,
  CreditInvoice,
  ExportInvoices,
  ExportInvoicesWorkbook,
  Invoice,
  IssueInvoice,
  ListInvoices,
  ReadInvoice,
  ReadInvoiceableLoan,
  ReadInvoicePdf,
  RemoveInvoice,
  VoidInvoice,
} from '@bursar/contracts/records/invoices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';

export type InvoiceQuestion = Omit<InputOf<ListInvoices>['query'], 'after' | 'limit'>;
export type InvoiceableLoan = AnswerOf<ReadInvoiceableLoan>;
export type Issuer = AnswerOf<ReadInvoiceIssuer>;

export const invoicesQuery = (question: InvoiceQuestion) =>
  pagesByKey([...queryRoots.invoices, 'list', question], (from, signal) =>
    callApi<ListInvoices>('GET /api/invoices', { query: { ...question, ...from }, signal }),
  );

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...queryRoots.invoices, 'one', invoiceId],
    queryFn: ({ signal }) =>
      callApi<ReadInvoice>('GET /api/invoices/:invoiceId', { params: { invoiceId }, signal }),
  });

export const paymentsToLinkQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...queryRoots.invoices, 'one', invoiceId, 'payments-to-link'],
    queryFn: ({ signal }) =>
      callApi<ListPaymentsToLink>('GET /api/invoices/:invoiceId/payments-to-link', {
        params: { invoiceId },
        signal,
      }),
  });

export const issuerQuery = queryOptions({
  queryKey: [...queryRoots.invoices, 'issuer'],
  queryFn: ({ signal }) => callApi<ReadInvoiceIssuer>('GET /api/invoice-issuer', { signal }),
});

export const invoiceableQuery = (loanId: string) =>
  queryOptions({
    queryKey: [...queryRoots.invoices, 'invoiceable', loanId],
    queryFn: ({ signal }) =>
      callApi<ReadInvoiceableLoan>('GET /api/loans/:loanId/invoiceable', {
        params: { loanId },
        signal,
      }),
    enabled: loanId !== '',
    // A form starts with the amounts due now; a cached answer could invoice the same dues twice.
    gcTime: 0,
  });

function useRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: queryRoots.invoices });
}

/** Returns a mutation whose answer is the changed invoice, which replaces the cached invoice. */
function useInvoiceCommand<Sent>(command: (sent: Sent) => Promise<Invoice>) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: command,
    onSuccess: (invoice) => queryClient.setQueryData(invoiceQuery(invoice.id).queryKey, invoice),
    onSettled: refresh,
  });
}

export const useCreateInvoice = () =>
  useInvoiceCommand((body: InputOf<CreateInvoice>['body']) =>
    callApi<CreateInvoice>('POST /api/invoices', { body }),
  );

export const useChangeInvoice = (invoiceId: string) =>
  useInvoiceCommand((body: InputOf<ChangeInvoice>['body']) =>
    callApi<ChangeInvoice>('PUT /api/invoices/:invoiceId', { params: { invoiceId }, body }),
  );

export const useIssueInvoice = ({ id: invoiceId, version }: Pick<Invoice, 'id' | 'version'>) =>
  useInvoiceCommand(() =>
    callApi<IssueInvoice>('POST /api/invoices/:invoiceId/issue', {
      params: { invoiceId },
      body: { version },
    }),
  );

export const useVoidInvoice = (invoiceId: string) =>
  useInvoiceCommand((body: InputOf<VoidInvoice>['body']) =>
    callApi<VoidInvoice>('POST /api/invoices/:invoiceId/voiding', { params: { invoiceId }, body }),
  );

export const useCreditInvoice = (invoiceId: string) =>
  useInvoiceCommand((body: InputOf<CreditInvoice>['body']) =>
    callApi<CreditInvoice>('POST /api/invoices/:invoiceId/credit', { params: { invoiceId }, body }),
  );

export const useLinkPayment = (invoiceId: string) =>
  useInvoiceCommand((paymentId: string) =>
    callApi<LinkPayment>('POST /api/invoices/:invoiceId/payments/:paymentId', {
      params: { invoiceId, paymentId },
    }),
  );

export const useUnlinkPayment = (invoiceId: string) =>
  useInvoiceCommand((paymentId: string) =>
    callApi<UnlinkPayment>('POST /api/invoices/:invoiceId/payments/:paymentId/unlink', {
      params: { invoiceId, paymentId },
    }),
  );

export const useRecordReceipt = (invoiceId: string) =>
  useInvoiceCommand((body: InputOf<RecordReceipt>['body']) =>
    callApi<RecordReceipt>('POST /api/invoices/:invoiceId/receipts', {
      params: { invoiceId },
      body,
    }),
  );

export const useReverseReceipt = (invoiceId: string, receiptId: string) =>
  useInvoiceCommand((body: InputOf<ReverseReceipt>['body']) =>
    callApi<ReverseReceipt>('POST /api/invoices/:invoiceId/receipts/:receiptId/reversal', {
      params: { invoiceId, receiptId },
      body,
    }),
  );

export function useRemoveInvoice() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (invoiceId: string) =>
      callApi<RemoveInvoice>('POST /api/invoices/:invoiceId/removal', { params: { invoiceId } }),
    onSettled: refresh,
  });
}

export function useChangeIssuer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<ChangeInvoiceIssuer>['body']) =>
      callApi<ChangeInvoiceIssuer>('PUT /api/invoice-issuer', { body }),
    onSuccess: (issuer) => queryClient.setQueryData(issuerQuery.queryKey, issuer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.invoices }),
  });
}

export const sayFailure = (cause: Error) => notify.error(failureSentence(cause));

export function useSavePdf(invoiceId: string) {
  return useMutation({
    mutationFn: () =>
      downloadFile<ReadInvoicePdf>('GET /api/invoices/:invoiceId/invoice.pdf', {
        params: { invoiceId },
      }),
    onError: sayFailure,
  });
}

export function useExportInvoices() {
  return useMutation({
    mutationFn: ({ format, ...query }: InvoiceQuestion & { readonly format: 'csv' | 'xlsx' }) =>
      format === 'csv'
        ? downloadFile<ExportInvoices>('GET /api/invoices.csv', { query })
        : downloadFile<ExportInvoicesWorkbook>('GET /api/invoices.xlsx', { query }),
    onError: sayFailure,
  });
}
