import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { unpackWoff } from './unpack-woff.ts';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@fontsource/ibm-plex-sans-arabic/package.json'));
const file = readFileSync(join(folder, 'files/ibm-plex-sans-arabic-arabic-400-normal.woff'));

const open = (bytes: Buffer): Font => {
  const font = create(bytes);
  if (!('layout' in font)) throw new Error('this is a collection of typefaces');
  return font;
};

describe('a typeface unpacked from WOFF', () => {
  it('has the same glyphs and positions as the packed one', () => {
    const [packed, plain] = [open(file), open(unpackWoff(file))];
    expect(unpackWoff(file).toString('hex', 0, 4)).toBe('00010000');
    expect(plain.postscriptName).toBe(packed.postscriptName);
    for (const text of ['كشف الدخل', 'لا توجد مدفوعات', '٢٠٢٦']) {
      const [expected, found] = [packed.layout(text), plain.layout(text)];
      expect(found.glyphs.map(({ id }) => id)).toEqual(expected.glyphs.map(({ id }) => id));
      expect(found.advanceWidth).toBe(expected.advanceWidth);
      expect(found.glyphs.map(({ path }) => path.toSVG())).toEqual(
        expected.glyphs.map(({ path }) => path.toSVG()),
      );
    }
  });

  it('is refused from a different file type', () => {
    expect(() => unpackWoff(Buffer.from('%PDF-1.7 and no typeface'))).toThrow('no WOFF');
  });
});
