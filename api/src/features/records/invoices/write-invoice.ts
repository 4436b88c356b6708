import type { Readable } from 'node:stream';
import type { Invoice, InvoiceRow } from '@bursar/contracts/records/invoices';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import { writePdf, type Pdf, type PdfFigure } from '../../../platform/pdf/write-pdf.ts';
import { readPagesAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import { plainDecimal } from '../../../platform/plain-decimal.ts';
import type { Viewer } from '../../../platform/scope.ts';
import {
  fileColumns,
  plainAmount,
  WORKBOOK_ROWS_MAX,
  writeTableCsv,
  writeTableWorkbook,
} from '../../../platform/table-file.ts';
import { invoiceTexts } from './invoice-text.ts';
import { listInvoiceRows, sumInvoices, type InvoiceFilter } from './invoices.store.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';

type Line = Invoice['lines'][number];

type Paper = { readonly logo: Buffer | null; readonly printFormat: PrintFormat };

/** Writes the invoice as PDF, in the invoice's language. */
export function writeInvoicePdf(invoice: Invoice, { logo, printFormat }: Paper): Promise<Pdf> {
  const { language, currency, issuer, status } = invoice;
  const texts = invoiceTexts[language];
  const format = pdfFormat(language, printFormat);
  const plain = (amountMinor: number) => format.money(amountMinor, currency);
  const money = (amountMinor: number) => isolated(`${plain(amountMinor)} ${currency}`);
  const number = invoice.number ?? texts.draft;
  const kind = invoice.kind === 'credit-note' ? texts.creditNote : texts.title;
  const lead =
    invoice.kind === 'credit-note'
      ? texts.credited(money(-invoice.totalMinor))
      : (texts.statusText[status] ??
        texts.toPay(money(invoice.openMinor), format.day(invoice.dueOn)));
  return writePdf<Line>({
    language,
    issuer: isolated(issuer.name),
    logo,
    title: status === 'draft' ? texts.draft : kind,
    subtitle: lead,
    blocks: [
      [
        { label: texts.number, text: isolated(invoice.number ?? '–') },
        { label: texts.issued, text: invoice.issuedOn ? format.day(invoice.issuedOn) : '–' },
        invoice.credits
          ? { label: texts.credits, text: isolated(invoice.credits.number) }
          : { label: texts.due, text: format.day(invoice.dueOn) },
        ...(invoice.loan ? [{ label: texts.loan, text: isolated(invoice.loan.reference) }] : []),
      ],
      [
        { label: texts.from, text: party(issuer, texts.taxNumber) },
        {
          label: texts.to,
          text: party(
            {
              name: invoice.customerName,
              address: invoice.customerAddress,
              taxNumber: invoice.customerTaxNumber,
            },
            texts.taxNumber,
          ),
        },
      ],
    ],
    table: {
      columns: [
        { header: texts.description, share: 5, wraps: true, text: (line) => line.description },
        {
          header: texts.quantity,
          share: 1.4,
          align: 'end',
          text: ({ quantity }) => format.decimal(quantity),
        },
        {
          header: texts.unitPrice,
          share: 2,
          align: 'end',
          text: (line) => plain(line.unitPriceMinor),
        },
        {
          header: texts.tax,
          share: 1.2,
          align: 'end',
          text: ({ taxPercent }) => format.percent(plainDecimal(taxPercent)),
        },
        { header: texts.amount, share: 2, align: 'end', text: (line) => plain(line.netMinor) },
      ],
      rows: [invoice.lines],
      none: texts.none,
    },
    totals: totalsOf(invoice, printFormat),
    notes: [
      ...(invoice.reason === null ? [] : [{ label: texts.reason, text: invoice.reason }]),
      ...(invoice.note === '' ? [] : [{ label: texts.note, text: invoice.note }]),
      ...howToPay(invoice),
    ],
    footer: texts.footer(isolated(issuer.name), isolated(number)),
  });
}

/**
 * Returns the lender's account details as entered, and the payment reference in the document's
 * language; nothing for a credit note.
 */
export function howToPay({ kind, language, issuer, number }: HowToPay) {
  if (kind === 'credit-note') return [];
  const { payment, reference } = invoiceTexts[language];
  const parts = [issuer.paymentDetails, number === null ? '' : reference(isolated(number))];
  const text = parts.filter(Boolean).join('\n');
  return text === '' ? [] : [{ label: payment, text }];
}

type HowToPay = Pick<Invoice, 'kind' | 'language' | 'number'> & {
  readonly issuer: Pick<Invoice['issuer'], 'paymentDetails'>;
};

/**
 * Returns the net amount with each tax, the total, and each payment with the open amount. Taxes of
 * zero are left out.
 */
function totalsOf(invoice: Invoice, printFormat: PrintFormat): readonly PdfFigure[] {
  const texts = invoiceTexts[invoice.language];
  const format = pdfFormat(invoice.language, printFormat);
  const plain = (amountMinor: number) => format.money(amountMinor, invoice.currency);
  const whole = (amountMinor: number) => ({
    value: plain(amountMinor),
    unit: invoice.currency,
    strong: true,
  });
  const paid = invoice.payments.filter(({ isReversed }) => !isReversed);
  const taxes = invoice.taxes.filter(({ taxMinor }) => taxMinor !== 0);
  return [
    ...(taxes.length === 0 ? [] : [{ label: texts.net, value: plain(invoice.netMinor) }]),
    ...taxes.map(({ taxPercent, netMinor, taxMinor }) => ({
      label: texts.taxOf(format.percent(plainDecimal(taxPercent)), plain(netMinor)),
      value: plain(taxMinor),
    })),
    { label: texts.total, ...whole(invoice.totalMinor) },
    ...paid.map(({ valueDate, amountMinor }) => ({
      label: texts.paidOn(format.day(valueDate)),
      value: plain(-amountMinor),
    })),
    ...(paid.length === 0 ? [] : [{ label: texts.open, ...whole(invoice.openMinor) }]),
  ];
}

type Party = Pick<Invoice['issuer'], 'name' | 'address' | 'taxNumber'>;

function party(
  { name, address, taxNumber }: Party,
  taxNumberText: (number: string) => string,
): string {
  return [name, address, taxNumber && taxNumberText(isolated(taxNumber))]
    .filter(Boolean)
    .join('\n');
}

const PAGE = 500;

type Asked = Viewer & { readonly query: InvoiceFilter & { readonly sort: string } };

/** Streams all invoices that match, page by page. */
export function writeInvoicesCsv(database: Database, asked: Asked): Readable {
  return writeTableCsv(columns, pagesOf(database, asked));
}

export async function writeInvoicesWorkbook(
  database: Database,
  { query, ...viewer }: Asked,
): Promise<Outcome<Buffer, 'export_too_large'>> {
  const { count } = await sumInvoices(database, { ...viewer, filter: query });
  if (count > WORKBOOK_ROWS_MAX) {
    return refuse('export_too_large', { details: { count, limit: WORKBOOK_ROWS_MAX } });
  }
  const rows = pagesOf(database, { query, ...viewer });
  return succeed(await writeTableWorkbook(columns, rows, 'Invoices'));
}

const pagesOf = (database: Database, { query, ...viewer }: Asked) =>
  readPagesAtOneMoment(database, (sql, after) =>
    listInvoiceRows(sql, { ...viewer, query: { ...query, after, limit: PAGE } }),
  );

const { text, amount, day } = fileColumns<InvoiceRow, never>();
const none: readonly never[] = [];

const columns = [
  text('number', none, ({ number }) => number),
  text('kind', none, ({ kind }) => kind),
  text('status', none, ({ status }) => status),
  text('customer', none, ({ customerName }) => customerName),
  text('loan', none, ({ loan }) => loan?.reference ?? null),
  day('issued_on', none, ({ issuedOn }) => issuedOn),
  day('due_on', none, ({ dueOn }) => dueOn),
  text('currency', none, ({ currency }) => currency),
  amount('net', none, (row) => plainAmount(row.netMinor, row.currency)),
  amount('tax', none, (row) => plainAmount(row.taxMinor, row.currency)),
  amount('total', none, (row) => plainAmount(row.totalMinor, row.currency)),
  amount('open', none, (row) => plainAmount(row.openMinor, row.currency)),
];
