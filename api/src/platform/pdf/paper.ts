import { setImmediate } from 'node:timers/promises';
import type { Language } from '@bursar/contracts/languages';
import Pdf from 'pdfkit';
import type { Weight } from './faces.ts';
import { ink, mutedInk, penFor, type Pen } from './pen.ts';

export type PaperColumn<Row> = {
  readonly header: string;
  /** Its share of the width. */
  readonly share: number;
  readonly align?: 'start' | 'end';
  readonly text: (row: Row) => string;
  /** What stands under the column, at the end of the table. */
  readonly foot?: string;
};

export type Paper<Row> = {
  readonly language: Language;
  /** Whose paper it is. */
  readonly issuer: string;
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly strong?: boolean;
  }[];
  readonly tableTitle: string;
  readonly columns: readonly PaperColumn<Row>[];
  readonly rows: AsyncIterable<readonly Row[]>;
  /** What stands in place of the table where it has no row. */
  readonly none: string;
  /** At the foot of every page, before its number. */
  readonly footer: string;
  readonly pageWords: (page: number, pages: number) => string;
};

const margin = 48;
const rowHeight = 18;
const bottom = 64;

/** Sets a paper of one table on A4, as many pages as it takes, from the language's side. */
export async function writePaper<Row>(paper: Paper<Row>): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: '',
    info: { Title: `${paper.title} – ${paper.subtitle}`, Author: paper.issuer },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const pen = penFor(document, paper.language);
  const width = document.page.width - 2 * margin;
  const lowest = document.page.height - bottom;
  const y = setFacts(pen, paper, { top: setHead(pen, paper, width), width });
  await setTable(pen, paper, {
    top: y + 28,
    width,
    lowest,
    nextPage: () => {
      document.addPage();
      return margin;
    },
  });
  setFeet(document, pen, { paper, width });
  document.end();
  return whole;
}

function setHead<Row>(pen: Pen, { issuer, title, subtitle }: Paper<Row>, width: number): number {
  const line = { start: margin, width };
  pen.text(issuer, { ...line, baseline: margin + 10, size: 9, colour: mutedInk });
  pen.text(title, { ...line, baseline: margin + 42, size: 20, weight: 'strong' });
  pen.text(subtitle, { ...line, baseline: margin + 62, size: 11 });
  return margin + 90;
}

type Room = { readonly top: number; readonly width: number };

function setFacts<Row>(pen: Pen, { facts }: Paper<Row>, { top, width }: Room): number {
  pen.rule({ start: margin, width, y: top });
  let y = top;
  for (const { label, value, strong = false } of facts) {
    const weight: Weight = strong ? 'strong' : 'regular';
    const line = { baseline: y + 14, size: 10, weight };
    const room = { start: margin, width: width * 0.6 };
    pen.text(label, { ...line, ...room, colour: strong ? ink : mutedInk });
    pen.text(value, {
      ...line,
      start: margin + room.width,
      width: width - room.width,
      align: 'end',
    });
    y += 20;
    pen.rule({ start: margin, width, y });
  }
  return y;
}

type TableRoom = Room & { readonly lowest: number; readonly nextPage: () => number };

async function setTable<Row>(pen: Pen, paper: Paper<Row>, room: TableRoom): Promise<void> {
  const { width, lowest, nextPage } = room;
  const places = placesOf(paper.columns, width);
  const setRow = (y: number, textOf: (column: PaperColumn<Row>) => string, strong = false) => {
    for (const { column, start, width: columnWidth } of places) {
      const align = column.align ?? 'start';
      const weight: Weight = strong ? 'strong' : 'regular';
      const look = { size: 8.5, weight, align };
      pen.text(textOf(column), { ...look, start, width: columnWidth, baseline: y + 12 });
    }
    pen.rule({ start: margin, width, y: y + rowHeight });
    return y + rowHeight;
  };
  const setHeader = (y: number) => setRow(y, ({ header }) => header, true);
  pen.text(paper.tableTitle, {
    start: margin,
    width,
    baseline: room.top,
    size: 12,
    weight: 'strong',
  });
  let y = room.top + 8;
  let isEmpty = true;
  for await (const rows of paper.rows) {
    for (const [at, row] of rows.entries()) {
      // Setting takes the one thread there is: other calls come in between.
      if (at % 20 === 0) await setImmediate();
      if (isEmpty) y = setHeader(y);
      isEmpty = false;
      if (y + rowHeight > lowest) y = setHeader(nextPage());
      y = setRow(y, ({ text }) => text(row));
    }
  }
  if (isEmpty) {
    pen.text(paper.none, { start: margin, width, baseline: y + 14, size: 10, colour: mutedInk });
    return;
  }
  if (y + rowHeight > lowest) y = nextPage();
  setRow(y, ({ foot = '' }) => foot, true);
}

const gap = 8;

function placesOf<Row>(columns: readonly PaperColumn<Row>[], width: number) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let start = margin;
  return columns.map((column) => {
    const own = (width * column.share) / shares;
    const place = { column, start, width: own - gap };
    start += own;
    return column.align === 'end' ? { ...place, start: place.start + gap } : place;
  });
}

type Feet<Row> = { readonly paper: Paper<Row>; readonly width: number };

/** Only once the last page is there is their number known. */
function setFeet<Row>(document: PDFKit.PDFDocument, pen: Pen, { paper, width }: Feet<Row>): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(start + page);
    const line = { start: margin, baseline: document.page.height - 32, size: 8, colour: mutedInk };
    pen.text(paper.footer, { ...line, width: width * 0.75 });
    pen.text(paper.pageWords(page + 1, count), { ...line, width, align: 'end' });
  }
}
