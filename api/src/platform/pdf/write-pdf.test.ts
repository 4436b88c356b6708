import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { findUnprintable } from './find-unprintable.ts';
import { writePdf, writePdfs, type Pdf as MadePdf, type PdfContent } from './write-pdf.ts';
import { drawable, faceFor, type Face } from './faces.ts';
import { penFor } from './pen.ts';
import { visualRuns } from './visual-runs.ts';

type Row = readonly string[];

const contentOf = (
  rows: readonly Row[],
  changes: Partial<PdfContent<Row>> = {},
): PdfContent<Row> => ({
  language: 'ae',
  issuer: 'شركة المرفأ',
  title: 'فاتورة',
  subtitle: '100.00 USD',
  blocks: [[{ label: 'من', text: '12 Quay Street\nDubai' }]],
  table: {
    columns: [
      { header: 'البيان', share: 3, wraps: true, text: ([text = '']) => text },
      { header: 'المبلغ', share: 1, align: 'end', text: ([, amount = '']) => amount },
    ],
    rows: [rows],
    none: 'لا بند',
  },
  totals: [{ label: 'الإجمالي', value: '100.00', strong: true }],
  notes: [{ label: 'ملاحظة', text: 'شكرًا' }],
  footer: 'INV-2026-0001',
  ...changes,
});

/**
 * A PNG of random points, which do not compress; its checksums are left empty, because they are not
 * read.
 */
function noisePng(width: number, height: number): Buffer {
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const chunk = (name: string, content: Buffer) =>
    Buffer.concat([uint32(content.length), Buffer.from(name), content, Buffer.alloc(4)]);
  const rows = Array.from({ length: height }, () => [Buffer.of(0), randomBytes(width * 3)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.of(8, 2, 0, 0, 0)])),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const pagesOf = ({ file }: MadePdf) =>
  [...file.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;

describe('a PDF document', () => {
  it('has as many pages as its rows need, and one without rows', async () => {
    const row = (at: number): Row => [`رسوم القسط ${at}`, '5.00'];
    const rows = Array.from({ length: 90 }, (_, at) => row(at));
    const [none, some, many] = await Promise.all(
      [[], rows.slice(0, 5), rows].map((each) => writePdf(contentOf(each))),
    );
    expect([none, some, many].map((pdf) => pdf && pagesOf(pdf))).toEqual([1, 1, 3]);
    expect(many?.file.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('makes a wrapped line as high as it needs', async () => {
    const long = Array.from({ length: 30 }, (): Row => ['كلمات كثيرة '.repeat(20), '5.00']);
    const short = long.map(([, amount = '']): Row => ['كلمة', amount]);
    const [wrapped, plain] = [await writePdf(contentOf(long)), await writePdf(contentOf(short))];
    expect(pagesOf(wrapped)).toBeGreaterThan(pagesOf(plain));
  });

  it('contains a logo once, however many documents show it', async () => {
    const logo = noisePng(120, 40);
    const { table: _table, ...content } = contentOf([]);
    const contents = Array.from({ length: 12 }, () => ({ ...content, logo }));
    const [one, many] = [await writePdfs(contents.slice(0, 1)), await writePdfs(contents)];
    expect(one.file.length).toBeGreaterThan(logo.length);
    expect(many.file.length - one.file.length).toBeLessThan(2 * logo.length);
  });

  it('names the characters of all its texts that the fonts do not have, each once', async () => {
    const notes = [{ label: 'ملاحظة', text: '王 \u2068李\u2069 Ḥasan\n王 🙂' }];
    const pdf = await writePdf(contentOf([['款', '5.00']], { notes, title: 'فاتورة 元' }));
    expect(pdf.unprintable.toSorted()).toEqual(['王', '李', '款', '元', '🙂'].toSorted());
    expect((await writePdf(contentOf([]))).unprintable).toEqual([]);
  });

  it('fails alone if it cannot be typeset, and the next one succeeds', async () => {
    const broken = contentOf([], { title: undefined as unknown as string });
    const whole = writePdf(contentOf([]));
    await expect(writePdf(broken)).rejects.toThrow('undefined');
    expect(pagesOf(await whole)).toBe(1);
    expect(pagesOf(await writePdf(contentOf([])))).toBe(1);
  });
});

describe('text on a page', () => {
  const pen = penFor(new Pdf({ font: '' }), 'ae');
  const isolated = (text: string, mark: string) => `${mark}${text}\u2069`;
  const fromLeft = '\u2066';
  const fromRight = '\u2067';

  it('runs in the direction of its first letter, per paragraph', () => {
    expect(pen.wrap('12 Quay Street\nدبي 5\n2026-06-15', { width: 300, size: 10 })).toEqual([
      isolated('12 Quay Street', fromLeft),
      isolated('دبي 5', fromRight),
      isolated('2026-06-15', fromLeft),
    ]);
  });

  it('runs in the direction of its own letters, not of an isolated name or amount', () => {
    const wrap = (text: string) => pen.wrap(text, { width: 400, size: 10 });
    const amount = '\u2068106.62 USD\u2069';
    expect(wrap(`${amount} متأخر على القرض.`)).toEqual([
      isolated(`${amount} متأخر على القرض.`, fromRight),
    ]);
    const name = '\u2068محمد علي\u2069';
    expect(wrap(`${name} owes 5.`)).toEqual([isolated(`${name} owes 5.`, fromLeft)]);
    // A text without letters of its own runs in the direction of the page.
    expect(wrap(`${amount}: ${amount}`)).toEqual([isolated(`${amount}: ${amount}`, fromRight)]);
  });

  it('has a glyph for letters of names in many scripts, and spaces for tabs', () => {
    const names = 'Nguyễn Thị Ạnh\tҚайрат Әлия Muḥammad Ṣāliḥ al-Ṭāhir\u202FĐặng';
    const text = drawable(names.normalize('NFD'));
    expect(text).not.toMatch(/[\t\u202F]/);
    const runs = visualRuns(text, {
      base: 'ltr',
      faceOf: (one, before?: Face) => faceFor(one, 'strong', before),
    });
    const boxes = runs.flatMap(({ face, text: run }) =>
      Array.from(run).filter((one) => !face.font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)),
    );
    expect(boxes).toEqual([]);
    // A mark is placed by the font of its letter.
    expect(
      visualRuns(drawable('ḥ'), {
        base: 'ltr',
        faceOf: (one, before?: Face) => faceFor(one, 'regular', before),
      }),
    ).toHaveLength(1);
    expect(pen.wrap('a\tb', { width: 300, size: 10 })).toEqual([isolated('a b', fromLeft)]);
  });

  it('names the characters without a glyph, each once, and no mark that is not drawn', async () => {
    const texts = ['王 and 王, 李', 'Ḥasan \u2068محمد\u2069\n5 € Ελένη', ''];
    expect(await findUnprintable(texts)).toEqual([['王', '李'], [], []]);
  });

  it('is checked for such characters while many letters are printed', async () => {
    await findUnprintable(['']);
    const ended: string[] = [];
    const { table: _table, ...letter } = contentOf([]);
    const printing = writePdfs(Array.from({ length: 60 }, () => letter));
    await Promise.all([
      printing.then(() => ended.push('letters')),
      findUnprintable(['王']).then(() => ended.push('characters')),
    ]);
    expect(ended).toEqual(['characters', 'letters']);
  });

  it('breaks at spaces, and loses no word', () => {
    const text = 'one two three four five six seven';
    const lines = pen.wrap(text, { width: 60, size: 10 });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ').replaceAll(/[\u2066-\u2069]/g, '')).toBe(text);
  });

  it('ends figures of Arabic pages at one place, the widest at the edge', () => {
    const column = { start: 400, width: 100 };
    const figures = ['5.45', '12,870.00', '−529.78'].map((text) => ({ text, size: 10 }));
    const place = pen.figurePlace(column, figures);
    expect(place.align).toBe('start');
    expect(place.start + place.width).toBeCloseTo(500);
    expect(place.width).toBeCloseTo(pen.figurePlace(column, figures.slice(1, 2)).width);
    expect(pen.figurePlace({ start: 0, width: 10 }, figures).width).toBe(10);
    const english = penFor(new Pdf({ font: '' }), 'en');
    expect(english.figurePlace(column, figures)).toEqual({ ...column, align: 'end' });
  });
});
