import type { Language } from '@bursar/contracts/languages';
import { allFaces, drawable, faceFor, type Face, type Weight } from './faces.ts';
import { visualRuns, type Direction } from './visual-runs.ts';

export type Line = {
  /** Distance in points from the side where the language starts. */
  readonly start: number;
  readonly width: number;
  /** Distance of the baseline from the top edge. */
  readonly baseline: number;
  readonly size: number;
  readonly weight?: Weight;
  readonly align?: 'start' | 'end';
  readonly colour?: string;
};

export type Stretch = Pick<Line, 'start' | 'width'>;
export type Figure = Pick<Line, 'size' | 'weight'> & { readonly text: string };

export type Pen = {
  /** Draws a line of text; text wider than the line ends in an ellipsis. */
  text(text: string, line: Line): void;
  /**
   * Breaks text at spaces and line breaks into lines that fit the width; a word that is wider is a
   * line of its own. Each paragraph takes the direction of its first letter outside isolates, so an
   * English address stays in order on an Arabic page.
   */
  wrap(text: string, line: Pick<Line, 'width' | 'size' | 'weight'>): readonly string[];
  /**
   * Returns the part of a stretch in which figures end at the same place and the widest reaches the
   * stretch's end. Figures are written from left to right in every language, so in Arabic they have
   * to be aligned to the right of a part at the left edge.
   */
  figurePlace(stretch: Stretch, figures: readonly Figure[]): Stretch & Pick<Line, 'align'>;
  rule(from: { start: number; width: number; y: number; colour?: string }): void;
};

const isolates: Readonly<Record<Direction, string>> = { ltr: '\u2066', rtl: '\u2067' };

/**
 * Returns the isolate mark for the direction of the text's first letter. Isolated names and amounts
 * do not count (UAX 9, P2). A text with no other letters takes the direction of the page if it
 * contains isolates; otherwise it runs from left to right.
 */
function isolateFor(text: string, page: Direction): string {
  const own = text.replaceAll(/[\u2066-\u2068][^\u2069]*\u2069?/g, '');
  const [first] = /\p{L}/u.exec(own) ?? [];
  if (first === undefined) return isolates[own === text ? 'ltr' : page];
  return isolates[/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first) ? 'rtl' : 'ltr'];
}

export const ink = '#15181E';
export const mutedInk = '#5B6472';
export const hairline = '#D9DDE3';

/**
 * Returns a pen that draws on the current page, measured from the side where the language starts.
 */
export function penFor(document: PDFKit.PDFDocument, language: Language): Pen {
  for (const { name, file } of allFaces()) document.registerFont(name, file);
  const base: Direction = language === 'ae' ? 'rtl' : 'ltr';
  const leftOf = (start: number, width: number) =>
    base === 'rtl' ? document.page.width - start - width : start;
  const measure = (text: string, { size, weight = 'regular' }: Pick<Line, 'size' | 'weight'>) => {
    const faceOf = (one: string, before?: Face) => faceFor(one, weight, before);
    const runs = visualRuns(drawable(text), { base, faceOf });
    const placed = runs.map((run) => {
      document.font(run.face.name).fontSize(size);
      return { ...run, width: document.widthOfString(run.text) };
    });
    return { placed, width: placed.reduce((sum, run) => sum + run.width, 0) };
  };
  const fit = (text: string, line: Line) => {
    let measured = measure(text, line);
    for (let shortened = Array.from(text); measured.width > line.width && shortened.length > 1;) {
      shortened = shortened.slice(
        0,
        Math.min(
          shortened.length - 1,
          Math.floor((shortened.length * line.width) / measured.width),
        ),
      );
      measured = measure(`${shortened.join('').trimEnd()}…`, line);
    }
    return measured;
  };
  return {
    text(text, line) {
      const { placed, width } = fit(text, line);
      const left = leftOf(line.start, line.width);
      const isAtRight = (line.align === 'end') === (base === 'ltr');
      let x = isAtRight ? left + line.width - width : left;
      for (const run of placed) {
        document.font(run.face.name).fontSize(line.size);
        document.fillColor(line.colour ?? ink);
        document.text(run.text, x, line.baseline, { lineBreak: false, baseline: 'alphabetic' });
        x += run.width;
      }
    },
    wrap(text, line) {
      return text.split(/\r?\n/).flatMap((paragraph) => {
        const lines: string[] = [];
        for (const word of drawable(paragraph).split(/ +/)) {
          const last = lines.at(-1);
          const longer = `${last} ${word}`;
          if (last !== undefined && measure(longer, line).width <= line.width)
            lines.splice(-1, 1, longer);
          else lines.push(word);
        }
        return lines.map((each) => `${isolateFor(paragraph, base)}${each}\u2069`);
      });
    },
    figurePlace({ start, width }, figures) {
      if (base === 'ltr') return { start, width, align: 'end' };
      const widest = Math.max(0, ...figures.map((figure) => measure(figure.text, figure).width));
      const own = Math.min(width, widest);
      return { start: start + width - own, width: own, align: 'start' };
    },
    rule({ start, width, y, colour = hairline }) {
      const left = leftOf(start, width);
      document
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.5)
        .strokeColor(colour)
        .stroke();
    },
  };
}
