import type { Language } from '@bursar/contracts/languages';
import { askedThread } from '../ask-thread.ts';
import { openThread } from '../open-thread.ts';

export type PlainColumn = {
  readonly header: string;
  /** The column's share of the width. */
  readonly share: number;
  readonly align?: 'start' | 'end';
  /** True if long text wraps onto further lines; in other columns it ends in an ellipsis. */
  readonly wraps?: boolean;
  /** Text below the column, at the end of the table. */
  readonly foot?: string;
};

export type PdfColumn<Row> = PlainColumn & { readonly text: (row: Row) => string };

export type PdfFigure = {
  readonly label: string;
  readonly value: string;
  /** The currency, written after the label, so that the figures of all lines align. */
  readonly unit?: string;
  readonly strong?: boolean;
};

export type PdfTable<Row> = {
  readonly title?: string;
  readonly columns: readonly PdfColumn<Row>[];
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Text shown if the table has no rows. */
  readonly none: string;
};

/** The content of a document; its language and the order here decide the layout. */
export type PdfContent<Row> = {
  readonly language: Language;
  readonly issuer: string;
  /** A PNG at the head of the first page. */
  readonly logo?: Uint8Array | null;
  readonly title: string;
  readonly subtitle: string;
  /** Labelled texts in rows of columns, such as a number, a day or an address. */
  readonly blocks?: readonly (readonly { readonly label: string; readonly text: string }[])[];
  /** Labelled lines across the page, one below the other. */
  readonly facts?: readonly PdfFigure[];
  /** The text of a letter. An empty line separates paragraphs. */
  readonly body?: string;
  readonly table?: PdfTable<Row>;
  /** Totals below the table's last columns. */
  readonly totals?: readonly PdfFigure[];
  readonly notes?: readonly { readonly label: string; readonly text: string }[];
  /** Text at the foot of every page, before the page number. */
  readonly footer: string;
};

/** A table in the form sent to the thread: every cell is text. */
export type PlainTable = Pick<PdfTable<never>, 'title' | 'none'> & {
  readonly columns: readonly PlainColumn[];
  readonly rows: readonly (readonly string[])[];
};
export type PlainPdfContent = Omit<PdfContent<never>, 'table'> & { readonly table?: PlainTable };

export type Pdf = {
  readonly file: Buffer;
  /** The characters, each once, that print as boxes because no font has them. */
  readonly unprintable: readonly string[];
};

/**
 * Writes a document as PDF, on a thread of its own, because shaping text and subsetting fonts would
 * block other calls: docs/decisions/0023.
 */
export async function writePdf<Row>({ table, ...content }: PdfContent<Row>): Promise<Pdf> {
  const plain: PlainPdfContent = table ? { ...content, table: await plainTable(table) } : content;
  return askThread([plain]);
}

/** Writes several documents as one PDF; each begins a new page and counts its own pages. */
export function writePdfs(contents: readonly PlainPdfContent[]): Promise<Pdf> {
  return askThread(contents);
}

async function plainTable<Row>(table: PdfTable<Row>): Promise<PlainTable> {
  const rows: string[][] = [];
  for await (const page of table.rows) {
    for (const row of page) rows.push(table.columns.map(({ text }) => text(row)));
  }
  const columns = table.columns.map(({ text: _text, ...column }) => column);
  return { ...table, columns, rows };
}

export type PdfTask = { readonly contents: readonly PlainPdfContent[] };
export type PdfResult = Omit<Pdf, 'file'> & { readonly file: Uint8Array };

const thread = askedThread<PdfTask, PdfResult>(() =>
  openThread(import.meta.url, './pdf-thread', { maxOldGenerationSizeMb: 512 }),
);

async function askThread(contents: readonly PlainPdfContent[]): Promise<Pdf> {
  const { file, unprintable } = await thread.ask({ contents });
  return { file: Buffer.from(file), unprintable };
}
