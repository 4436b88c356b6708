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
  /** Goes on in a second line where it is too long; other columns end in an ellipsis. */
  readonly wraps?: boolean;
  /** What stands under the column, at the end of the table. */
  readonly foot?: string;
};

/** A figure or a fact with what it is called. */
export type PaperFact = {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
};

export type PaperTable<Row> = {
  readonly title?: string;
  readonly columns: readonly PaperColumn<Row>[];
  readonly rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** What stands in place of the table where it has no row. */
  readonly none: string;
};

/** What stands on a paper; where, follows from the language and the order. */
export type Paper<Row> = {
  readonly language: Language;
  /** Whose paper it is. */
  readonly issuer: string;
  readonly title: string;
  readonly subtitle: string;
  /** Side by side, a row of them after the other: a number, a day, an address. */
  readonly blocks?: readonly (readonly { readonly label: string; readonly text: string }[])[];
  /** One under the other, across the page. */
  readonly facts?: readonly PaperFact[];
  readonly table?: PaperTable<Row>;
  /** What the table comes to, under its last columns. */
  readonly totals?: readonly PaperFact[];
  /** Paragraphs at the end. */
  readonly notes?: readonly { readonly label: string; readonly text: string }[];
  /** At the foot of every page, before its number. */
  readonly footer: string;
  readonly pageWords: (page: number, pages: number) => string;
};

const margin = 48;
const rowHeight = 18;
const bottom = 64;
/** What is set before other calls come in between: setting takes the one thread there is. */
const ROWS_AT_ONCE = 20;

/** The page that is open, as far as it is filled. */
type Sheet = {
  readonly pen: Pen;
  readonly width: number;
  y: number;
  readonly lowest: number;
  readonly turn: () => void;
};

/** Sets a paper on A4, as many pages as it takes, from the language's side. */
export async function writePaper<Row>(paper: Paper<Row>): Promise<Buffer> {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: '',
    lang: paper.language === 'ae' ? 'ar' : 'en',
    info: { Title: [paper.title, paper.subtitle].join(' – '), Author: paper.issuer },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const sheet: Sheet = {
    pen: penFor(document, paper.language),
    width: document.page.width - 2 * margin,
    y: margin,
    lowest: document.page.height - bottom,
    turn: () => {
      document.addPage();
      sheet.y = margin;
    },
  };
  setHead(sheet, paper);
  for (const row of paper.blocks ?? []) setBlocks(sheet, row);
  setFacts(sheet, paper.facts ?? [], { start: margin, width: sheet.width });
  if (paper.table) await setTable(sheet, paper.table);
  setTotals(sheet, paper.totals ?? []);
  for (const note of paper.notes ?? []) setNote(sheet, note);
  await setFeet(document, sheet, paper);
  document.end();
  return whole;
}

function setHead<Row>(sheet: Sheet, { issuer, title, subtitle }: Paper<Row>): void {
  const { pen, width, y } = sheet;
  const line = { start: margin, width };
  pen.text(issuer, { ...line, baseline: y + 10, size: 9, colour: mutedInk });
  pen.text(title, { ...line, baseline: y + 42, size: 20, weight: 'strong' });
  pen.text(subtitle, { ...line, baseline: y + 62, size: 11 });
  sheet.y = y + 90;
}

const textLine = 14;

function setBlocks(sheet: Sheet, blocks: readonly { label: string; text: string }[]): void {
  const { pen, y } = sheet;
  const share = sheet.width / blocks.length;
  const look = { width: share - 2 * gap, size: 10 };
  const texts = blocks.map(({ text }) => pen.wrap(text, look));
  pen.rule({ start: margin, width: sheet.width, y });
  for (const [at, { label }] of blocks.entries()) {
    const place = { ...look, start: margin + at * share };
    pen.text(label, { ...place, baseline: y + 16, size: 8.5, colour: mutedInk });
    for (const [line, words] of (texts[at] ?? []).entries()) {
      pen.text(words, { ...place, baseline: y + 32 + line * textLine });
    }
  }
  sheet.y = y + 32 + Math.max(1, ...texts.map((lines) => lines.length)) * textLine;
}

type Stretch = { readonly start: number; readonly width: number };

function setFacts(sheet: Sheet, facts: readonly PaperFact[], { start, width }: Stretch): void {
  const { pen } = sheet;
  if (facts.length > 0) pen.rule({ start, width, y: sheet.y });
  for (const { label, value, strong = false } of facts) {
    if (sheet.y + 20 > sheet.lowest) sheet.turn();
    const weight: Weight = strong ? 'strong' : 'regular';
    const line = { baseline: sheet.y + 14, size: 10, weight };
    const room = width * 0.6;
    pen.text(label, { ...line, start, width: room, colour: strong ? ink : mutedInk });
    pen.text(value, { ...line, start: start + room, width: width - room, align: 'end' });
    sheet.y += 20;
    pen.rule({ start, width, y: sheet.y });
  }
}

async function setTable<Row>(sheet: Sheet, table: PaperTable<Row>): Promise<void> {
  const { pen, width, lowest } = sheet;
  const places = placesOf(table.columns, width);
  const setRow = (textOf: (column: PaperColumn<Row>) => string, strong = false) => {
    const look = { size: 8.5, weight: strong ? ('strong' as const) : ('regular' as const) };
    const cells = places.map(({ column, ...place }) => {
      const words = textOf(column);
      const lines = column.wraps ? pen.wrap(words, { ...look, ...place }) : [words];
      return { ...place, align: column.align ?? 'start', lines };
    });
    const height = rowHeight + (Math.max(...cells.map(({ lines }) => lines.length)) - 1) * 12;
    const isTurned = sheet.y + height > lowest;
    if (isTurned) sheet.turn();
    if (isTurned && !strong) setHeader();
    for (const { lines, ...place } of cells) {
      for (const [at, words] of lines.entries()) {
        pen.text(words, { ...look, ...place, baseline: sheet.y + 12 + at * 12 });
      }
    }
    sheet.y += height;
    pen.rule({ start: margin, width, y: sheet.y });
  };
  const setHeader = () => setRow(({ header }) => header, true);
  sheet.y += 28;
  if (table.title !== undefined) {
    pen.text(table.title, { start: margin, width, baseline: sheet.y, size: 12, weight: 'strong' });
    sheet.y += 8;
  }
  let set = 0;
  for await (const rows of table.rows) {
    for (const row of rows) {
      if (set % ROWS_AT_ONCE === 0) await setImmediate();
      if (set === 0) setHeader();
      set += 1;
      setRow(({ text }) => text(row));
    }
  }
  if (set === 0) {
    const baseline = sheet.y + 14;
    pen.text(table.none, { start: margin, width, baseline, size: 10, colour: mutedInk });
    sheet.y += 20;
  } else if (table.columns.some(({ foot }) => foot !== undefined)) {
    setRow(({ foot = '' }) => foot, true);
  }
}

/** Under the end of the table, half as wide as it. */
function setTotals(sheet: Sheet, totals: readonly PaperFact[]): void {
  if (totals.length === 0) return;
  const width = sheet.width / 2;
  sheet.y += 12;
  // What belongs together is not torn apart by the end of a page.
  if (sheet.y + totals.length * 20 > sheet.lowest) sheet.turn();
  setFacts(sheet, totals, { start: margin + width, width });
}

function setNote(sheet: Sheet, { label, text }: { label: string; text: string }): void {
  const { pen, width } = sheet;
  const line = { start: margin, width, size: 9 };
  if (sheet.y + 52 > sheet.lowest) sheet.turn();
  sheet.y += 28;
  pen.text(label, { ...line, baseline: sheet.y, weight: 'strong' });
  for (const words of pen.wrap(text, line)) {
    if (sheet.y + textLine > sheet.lowest) sheet.turn();
    sheet.y += textLine;
    pen.text(words, { ...line, baseline: sheet.y, colour: mutedInk });
  }
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

/** Only once the last page is there is their number known. */
async function setFeet<Row>(
  document: PDFKit.PDFDocument,
  { pen, width }: Sheet,
  paper: Paper<Row>,
): Promise<void> {
  const { start, count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    if (page % ROWS_AT_ONCE === 0) await setImmediate();
    document.switchToPage(start + page);
    const line = { start: margin, baseline: document.page.height - 32, size: 8, colour: mutedInk };
    pen.text(paper.footer, { ...line, width: width * 0.75 });
    pen.text(paper.pageWords(page + 1, count), { ...line, width, align: 'end' });
  }
}
