import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './unpack-woff.ts';

/** A font file, which covers one script only. */
export type Face = { readonly name: string; readonly file: Buffer; readonly font: Font };
export type Weight = 'regular' | 'strong';

const require = createRequire(import.meta.url);
const latin = dirname(require.resolve('@fontsource/ibm-plex-sans/package.json'));
const arabic = dirname(require.resolve('@fontsource/ibm-plex-sans-arabic/package.json'));

const plex = (script: string, weight: number) =>
  join(latin, `files/ibm-plex-sans-${script}-${weight}-normal.woff`);
const plexArabic = (weight: number) =>
  join(arabic, `files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff`);

/** Font files per weight, in the order in which they are tried for a character. */
const files: Record<Weight, readonly string[]> = {
  regular: [
    ...['latin', 'latin-ext', 'greek', 'cyrillic'].map((s) => plex(s, 400)),
    plexArabic(400),
  ],
  strong: [
    ...['latin', 'latin-ext', 'greek', 'cyrillic'].map((s) => plex(s, 600)),
    plexArabic(600),
  ],
};

const read = new Map<Weight, readonly Face[]>();

/** Returns the fonts of a weight, read once per process. */
function facesOf(weight: Weight): readonly Face[] {
  const known = read.get(weight);
  if (known) return known;
  const faces = files[weight].map((path) => {
    const file = unpackWoff(readFileSync(path));
    const font = create(file);
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is a collection of typefaces`);
    return { name: path, file, font };
  });
  read.set(weight, faces);
  return faces;
}

export const allFaces = (): readonly Face[] => [...facesOf('regular'), ...facesOf('strong')];

/** Returns the first font that has the character, or the first font if none has it. */
export function faceFor(character: string, weight: Weight): Face {
  const [first, ...others] = facesOf(weight);
  if (!first) throw new Error('There is no typeface.');
  const code = character.codePointAt(0) ?? 0;
  return [first, ...others].find(({ font }) => font.hasGlyphForCodePoint(code)) ?? first;
}
