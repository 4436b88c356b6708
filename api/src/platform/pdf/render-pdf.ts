import type { Language } from '@bursar/contracts/languages';
import Pdf from 'pdfkit';
import type { Weight } from './faces.ts';
import { isolated, pdfFormat } from './pdf-format.ts';
import type { PdfFigure, PlainColumn, PlainPdfContent, PlainTable } from './write-pdf.ts';
import { ink, mutedInk, penFor, type Figure, type Pen, type Stretch } from './pen.ts';
import { usualPrintFormat } from '@bursar/contracts/print-format.values';

const margin = 48;
const rowHeight = 18;
const bottom = 64;

type Sheet = {
  readonly pen: Pen;
  readonly width: number;
  y: number;
  readonly lowest: number;
  readonly turn: () => void;
};

/**
 * Renders documents on A4 pages, each in the direction of its language. The first one provides the
 * PDF's language, title and author.
 */
export async function renderPdf(contents: readonly PlainPdfContent[]): Promise<Buffer> {
  const [first] = contents;
  if (!first) throw new Error('a PDF needs a document');
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: '',
    lang: first.language === 'ae' ? 'ar' : 'en',
    info: { Title: [first.title, first.subtitle].join(' – '), Author: first.issuer },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  for (const content of contents) renderOne(document, content);
  document.end();
  return whole;
}

function renderOne(document: PDFKit.PDFDocument, content: PlainPdfContent): void {
  document.addPage();
  const firstPage = document.bufferedPageRange().count - 1;
  const sheet: Sheet = {
    pen: penFor(document, content.language),
    width: document.page.width - 2 * margin,
    y: margin,
    lowest: document.page.height - bottom,
    turn: () => {
      document.addPage();
      sheet.y = margin;
    },
  };
  setHead(sheet, content);
  if (content.logo) setLogo(document, content.language, content.logo);
  for (const row of content.blocks ?? []) setBlocks(sheet, row);
  setFacts(sheet, content.facts ?? [], { start: margin, width: sheet.width });
  if (content.body !== undefined) setBody(sheet, content.body);
  const totals = content.totals ?? [];
  if (content.table) setTable(sheet, content.table, totals);
  setTotals(sheet, totals, content.table);
  for (const note of content.notes ?? []) setNote(sheet, note);
  setFeet(document, sheet, { content, firstPage });
}

const logoSize = { width: 132, height: 40 };

/** Draws the logo opposite the title, as large as it fits. */
function setLogo(document: PDFKit.PDFDocument, language: Language, logo: Uint8Array): void {
  const isLeft = language === 'ae';
  const left = isLeft ? margin : document.page.width - margin - logoSize.width;
  // The library embeds an image once per document if the image is given as a data URL, but again on
  // every page if it is given as bytes.
  const source = `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;
  document.image(source, left, margin - 8, {
    fit: [logoSize.width, logoSize.height],
    align: isLeft ? undefined : 'right',
  });
}

function setHead(sheet: Sheet, { issuer, title, subtitle, logo }: PlainPdfContent): void {
  const { pen, width, y } = sheet;
  const line = { start: margin, width: logo ? width - logoSize.width - gap : width };
  pen.text(issuer, { ...line, baseline: y + 10, size: 9, colour: mutedInk });
  pen.text(title, { ...line, baseline: y + 42, size: 20, weight: 'strong' });
  pen.text(subtitle, { ...line, width, baseline: y + 62, size: 11 });
  sheet.y = y + 90;
}

const textLine = 14;

function setBlocks(sheet: Sheet, blocks: readonly { label: string; text: string }[]): void {
  const { pen, y } = sheet;
  const share = sheet.width / blocks.length;
  const textStyle = { width: share - 2 * gap, size: 10 };
  const texts = blocks.map(({ text }) => pen.wrap(text, textStyle));
  pen.rule({ start: margin, width: sheet.width, y });
  for (const [at, { label }] of blocks.entries()) {
    const place = { ...textStyle, start: margin + at * share };
    pen.text(label, { ...place, baseline: y + 16, size: 8.5, colour: mutedInk });
    for (const [line, text] of (texts[at] ?? []).entries()) {
      pen.text(text, { ...place, baseline: y + 32 + line * textLine });
    }
  }
  sheet.y = y + 32 + Math.max(1, ...texts.map((lines) => lines.length)) * textLine;
}

const factSize = 10;
const weightOf = (isStrong: boolean): Weight => (isStrong ? 'strong' : 'regular');

/** Returns the values that are figures; the others are texts, such as "No rate agreed". */
const figuresOf = (facts: readonly PdfFigure[]): readonly Figure[] =>
  facts
    .filter(({ value }) => !/\p{L}/u.test(value))
    .map(({ value, strong = false }) => ({
      text: value,
      size: factSize,
      weight: weightOf(strong),
    }));

type FactRoom = Stretch & {
  /** Figures elsewhere on the page that end at the same place. */
  readonly inLine?: readonly Figure[];
};

function setFacts(sheet: Sheet, facts: readonly PdfFigure[], room: FactRoom): void {
  const { pen } = sheet;
  const { start, width, inLine = [] } = room;
  const own = width * 0.6;
  const values = { start: start + own, width: width - own };
  const figures = figuresOf(facts);
  const figurePlace = pen.figurePlace(values, [...figures, ...inLine]);
  if (facts.length > 0) pen.rule({ start, width, y: sheet.y });
  for (const { label, unit, value, strong = false } of facts) {
    if (sheet.y + 20 > sheet.lowest) sheet.turn();
    const line = { baseline: sheet.y + 14, size: factSize, weight: weightOf(strong) };
    const name = unit === undefined ? label : `${label} (${isolated(unit)})`;
    const isFigure = figures.some(({ text }) => text === value);
    pen.text(name, { ...line, start, width: own, colour: strong ? ink : mutedInk });
    pen.text(value, { ...line, ...(isFigure ? figurePlace : { ...values, align: 'end' }) });
    sheet.y += 20;
    pen.rule({ start, width, y: sheet.y });
  }
}

const cellSize = 8.5;

/** Returns the figures of a column and the text at its foot. */
const columnFigures = ({ columns, rows }: PlainTable, at: number): readonly Figure[] => [
  ...[...new Set(rows.map((row) => row[at] ?? ''))].map((text) => ({ text, size: cellSize })),
  { text: columns[at]?.foot ?? '', size: cellSize, weight: 'strong' },
];

/**
 * Returns the figures of the last column, if it is aligned to the end, because the totals below the
 * table must end at the same place.
 */
const lastFigures = (table: PlainTable | undefined): readonly Figure[] =>
  table?.columns.at(-1)?.align === 'end' ? columnFigures(table, table.columns.length - 1) : [];

function setTable(sheet: Sheet, table: PlainTable, totals: readonly PdfFigure[]): void {
  const { title, columns, rows, none } = table;
  const { pen, width, lowest } = sheet;
  const places = placesOf(columns, width).map((place, at) => {
    if (place.column.align !== 'end') return { ...place, figures: place };
    const inLine = at === columns.length - 1 ? figuresOf(totals) : [];
    return {
      ...place,
      align: 'end' as const,
      figures: pen.figurePlace(place, [...columnFigures(table, at), ...inLine]),
    };
  });
  const setRow = (texts: readonly string[], isStrong = false) => {
    const textStyle = { size: cellSize, weight: weightOf(isStrong) };
    const cells = places.map(({ column, figures, ...head }, at) => {
      const text = texts[at] ?? '';
      const place = texts === headers ? head : figures;
      const lines = column.wraps ? pen.wrap(text, { ...textStyle, width: place.width }) : [text];
      return { ...place, lines };
    });
    const height = rowHeight + (Math.max(...cells.map(({ lines }) => lines.length)) - 1) * 12;
    const isTurned = sheet.y + height > lowest;
    if (isTurned) sheet.turn();
    if (isTurned && texts !== headers) setRow(headers, true);
    for (const { lines, ...place } of cells) {
      for (const [at, text] of lines.entries()) {
        pen.text(text, { ...textStyle, ...place, baseline: sheet.y + 12 + at * 12 });
      }
    }
    sheet.y += height;
    pen.rule({ start: margin, width, y: sheet.y });
  };
  const headers = columns.map(({ header }) => header);
  sheet.y += 28;
  if (title !== undefined) {
    pen.text(title, { start: margin, width, baseline: sheet.y, size: 12, weight: 'strong' });
    sheet.y += 8;
  }
  if (rows.length === 0) {
    const baseline = sheet.y + 14;
    pen.text(none, { start: margin, width, baseline, size: 10, colour: mutedInk });
    sheet.y += 20;
    return;
  }
  setRow(headers, true);
  for (const row of rows) setRow(row);
  if (columns.some(({ foot }) => foot !== undefined)) {
    setRow(
      columns.map(({ foot = '' }) => foot),
      true,
    );
  }
}

/** Places totals below the table, at half its width. */
function setTotals(sheet: Sheet, totals: readonly PdfFigure[], table?: PlainTable): void {
  if (totals.length === 0) return;
  const width = sheet.width / 2;
  sheet.y += 12;
  // Totals must not be split across pages.
  if (sheet.y + totals.length * 20 > sheet.lowest) sheet.turn();
  setFacts(sheet, totals, { start: margin + width, width, inLine: lastFigures(table) });
}

const bodyLine = 16;

/** Draws a letter's text. Paragraphs that do not fit continue on the next page. */
function setBody(sheet: Sheet, body: string): void {
  const { pen, width } = sheet;
  const line = { start: margin, width, size: 10.5 };
  sheet.y += 20;
  for (const paragraph of body.split(/\n{2,}/)) {
    for (const part of pen.wrap(paragraph, line)) {
      if (sheet.y + bodyLine > sheet.lowest) sheet.turn();
      sheet.y += bodyLine;
      pen.text(part, { ...line, baseline: sheet.y });
    }
    sheet.y += bodyLine / 2;
  }
}

function setNote(sheet: Sheet, { label, text }: { label: string; text: string }): void {
  const { pen, width } = sheet;
  const line = { start: margin, width, size: 9 };
  if (sheet.y + 52 > sheet.lowest) sheet.turn();
  sheet.y += 28;
  pen.text(label, { ...line, baseline: sheet.y, weight: 'strong' });
  for (const part of pen.wrap(text, line)) {
    if (sheet.y + textLine > sheet.lowest) sheet.turn();
    sheet.y += textLine;
    pen.text(part, { ...line, baseline: sheet.y, colour: mutedInk });
  }
}

const gap = 8;

function placesOf(columns: readonly PlainColumn[], width: number) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let start = margin;
  return columns.map((column) => {
    const own = (width * column.share) / shares;
    const place = { column, start, width: own - gap };
    start += own;
    return column.align === 'end' ? { ...place, start: place.start + gap } : place;
  });
}

type Foot = { readonly content: PlainPdfContent; readonly firstPage: number };

/**
 * Draws the footer and the page number on each page of a document. Runs last, because the number of
 * pages is only known then.
 */
function setFeet(
  document: PDFKit.PDFDocument,
  { pen, width }: Sheet,
  { content, firstPage }: Foot,
): void {
  const count = document.bufferedPageRange().count - firstPage;
  const format = pdfFormat(content.language, usualPrintFormat);
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(firstPage + page);
    const line = { start: margin, baseline: document.page.height - 32, size: 8, colour: mutedInk };
    const text = pageNumberText[content.language](format.count(page + 1), format.count(count));
    pen.text(content.footer, { ...line, width: width * 0.75 });
    pen.text(text, { ...line, width, align: 'end' });
  }
}

const pageNumberText: Record<Language, (page: string, pages: string) => string> = {
  en: (page, pages) => `Page ${page} of ${pages}`,
  ae: (page, pages) => `صفحة ${page} من ${pages}`,
};
