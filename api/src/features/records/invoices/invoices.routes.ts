import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import {
  changeInvoiceIssuer,
  readInvoiceIssuer,
  type ChangeInvoiceIssuer,
} from '@bursar/contracts/records/invoice-issuers';
import {
  linkPayment as linkContract,
  listPaymentsToLink,
  recordReceipt as receiptContract,
  reverseReceipt as reversalContract,
  unlinkPayment as unlinkContract,
} from '@bursar/contracts/records/invoice-payments';
import {
  changeInvoice as changeContract,
  createInvoice as createContract,
  creditInvoice as creditContract,
  exportInvoices,
  exportInvoicesWorkbook,
  issueInvoice as issueContract,
  listInvoices,
  readInvoice as readContract,
  readInvoiceableLoan,
  readInvoicePdf,
  removeInvoice as removeContract,
  voidInvoice as voidContract,
} from '@bursar/contracts/records/invoices';
import { auditCommand } from '../../../platform/audit.ts';
import { inPortfolio } from '../../../platform/command-context.ts';
import { findLogo } from '../../../platform/company-logo.store.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { answerPdf } from '../../../platform/pdf/answer-pdf.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { listDuesOfLoan, listFreePayments, readDebtor } from './issued-invoices.store.ts';
import { readIssuer, writeIssuer } from './invoice-issuers.store.ts';
import { listInvoiceRows, sumInvoices } from './invoices.store.ts';
import { changeInvoice, createInvoice, readInvoice, removeInvoice } from './keep-invoice.ts';
import { recordReceipt, reverseReceipt } from './receive-money.ts';
import {
  creditInvoice,
  issueInvoice,
  linkPayment,
  unlinkPayment,
  voidInvoice,
} from './settle-invoice.ts';
import { describeDue } from './invoice-text.ts';
import { writeInvoicePdf, writeInvoicesCsv, writeInvoicesWorkbook } from './write-invoice.ts';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';

export function bindInvoiceRoutes(platform: Platform): void {
  bindReads(platform);
  bindCommands(platform);
  bindIssuer(platform);
}

function bindReads(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listInvoices, async ({ query, session: { scope, businessDate } }) => {
    const viewer = { scope, businessDate };
    const [page, sums] = await Promise.all([
      listInvoiceRows(database, { ...viewer, query }),
      sumInvoices(database, { ...viewer, filter: query }),
    ]);
    return succeed({ ...page, sums });
  });

  bindEndpoint(platform, exportInvoices, async ({ query, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="invoices-${businessDate}.csv"`);
    return succeed(writeInvoicesCsv(database, { scope, businessDate, query }));
  });

  bindEndpoint(platform, exportInvoicesWorkbook, ({ query, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="invoices-${businessDate}.xlsx"`);
    return writeInvoicesWorkbook(database, { scope, businessDate, query });
  });

  bindEndpoint(platform, readContract, ({ params, session: { scope, businessDate } }) =>
    readInvoice(database, { scope, businessDate, id: params.invoiceId }),
  );

  bindEndpoint(platform, readInvoicePdf, async ({ params, session, reply }) => {
    const { scope, businessDate } = session;
    const found = await readInvoice(database, { scope, businessDate, id: params.invoiceId });
    if (!found.ok) return found;
    const name = found.value.number ?? 'draft-invoice';
    reply.header('content-disposition', `attachment; filename="${name}.pdf"`);
    const printFormat = await readPrintFormat(database, found.value.portfolio.id);
    const logo = await findLogo(database);
    return answerPdf(reply, await writeInvoicePdf(found.value, { logo, printFormat }));
  });

  bindEndpoint(platform, listPaymentsToLink, async ({ params, session }) => {
    const { scope, businessDate } = session;
    const found = await readInvoice(database, { scope, businessDate, id: params.invoiceId });
    if (!found.ok) return found;
    const { loan, portfolio } = found.value;
    if (!loan) return succeed({ payments: [] });
    const key = { portfolioId: portfolio.id, loanId: loan.id };
    return succeed({ payments: await listFreePayments(database, key) });
  });

  bindEndpoint(platform, readInvoiceableLoan, async ({ params: { loanId }, session }) => {
    const { scope, businessDate } = session;
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId, currency } = loan;
    const key = { portfolioId, loanId };
    const [{ referenceNumber, ...debtor }, unpaid, printFormat] = await Promise.all([
      readDebtor(database, { ...key, today: businessDate }),
      listDuesOfLoan(database, key),
      readPrintFormat(database, portfolioId),
    ]);
    const reference = loanReference(referenceNumber);
    const dues = unpaid.map((due) => ({ ...due, descriptions: describeDue(due, printFormat) }));
    return succeed({ loan: { id: loanId, reference }, currency, businessDate, ...debtor, dues });
  });
}

function bindCommands(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createInvoice(database, body, context),
  );
  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeInvoice(database, { ...body, id: params.invoiceId }, context),
  );
  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeInvoice(database, { id: params.invoiceId }, context),
  );
  bindEndpoint(platform, issueContract, ({ params, body, context }) =>
    issueInvoice(database, { ...body, id: params.invoiceId }, context),
  );
  bindEndpoint(platform, voidContract, ({ params, body, context }) =>
    voidInvoice(database, { ...body, id: params.invoiceId }, context),
  );
  bindEndpoint(platform, creditContract, ({ params, body, context }) =>
    creditInvoice(database, { ...body, ...params }, context),
  );
  bindEndpoint(platform, linkContract, ({ params: { invoiceId: id, paymentId }, context }) =>
    linkPayment(database, { id, paymentId }, context),
  );
  bindEndpoint(platform, unlinkContract, ({ params: { invoiceId: id, paymentId }, context }) =>
    unlinkPayment(database, { id, paymentId }, context),
  );
  bindEndpoint(platform, receiptContract, ({ params, body, context }) =>
    recordReceipt(database, { ...body, ...params }, context),
  );
  bindEndpoint(platform, reversalContract, ({ params, body, context }) =>
    reverseReceipt(database, { ...body, ...params }, context),
  );
}

function bindIssuer(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readInvoiceIssuer, async ({ session: { portfolio, businessDate } }) => {
    if (!portfolio) return refuse('not_found');
    const { currency, id } = portfolio;
    return succeed({ ...(await readIssuer(database, id)), currency, businessDate });
  });

  type Changed = Outcome<AnswerOf<ChangeInvoiceIssuer>, FailureOf<ChangeInvoiceIssuer>>;
  bindEndpoint(platform, changeInvoiceIssuer, ({ body, context: commandContext }) =>
    inPortfolio(commandContext, ({ portfolio: { id: portfolioId, currency }, ...context }) =>
      database.begin(async (transaction): Promise<Changed> => {
        if (body.name.trim() === '') return refuse('name_missing', { field: 'name' });
        const issuerOf = ({ version: _version, ...issuer }: typeof body) => issuer;
        const before = await readIssuer(transaction, portfolioId);
        const isWritten = await writeIssuer(transaction, { portfolioId, ...body });
        if (!isWritten) return refuse('changed_since');
        await auditCommand(transaction, context, {
          portfolioId,
          event: 'change-invoice-issuer',
          subject: 'portfolio',
          subjectId: portfolioId,
          before: issuerOf(before),
          after: issuerOf(body),
        });
        const { businessDate } = context.session;
        return succeed({ ...(await readIssuer(transaction, portfolioId)), currency, businessDate });
      }),
    ),
  );
}
