import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { isInvisible } from './visual-runs.ts';
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

const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'];

/** Font files per weight, in the order in which they are tried for a character. */
const files: Record<Weight, readonly string[]> = {
  regular: [...scripts.map((script) => plex(script, 400)), plexArabic(400)],
  strong: [...scripts.map((script) => plex(script, 600)), plexArabic(600)],
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

const has = ({ font }: Face, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/**
 * Returns the first font that has the character, or the first font if none has it. A mark is drawn
 * in the font of the letter before it, which positions the mark, if that font has it.
 */
export function faceFor(character: string, weight: Weight, before?: Face): Face {
  const [first, ...others] = facesOf(weight);
  if (!first) throw new Error('There is no typeface.');
  if (before && /\p{M}/u.test(character) && has(before, character)) return before;
  return [first, ...others].find((face) => has(face, character)) ?? first;
}

/** Returns the characters of a text, each once, that no font has and that print as boxes. */
export function unprintableIn(text: string): readonly string[] {
  const faces = facesOf('regular');
  const shown = Array.from(drawable(text)).filter((character) => !isInvisible(character));
  return [...new Set(shown)].filter((character) => !faces.some((face) => has(face, character)));
}

const drawn = new Map<string, string>();

/**
 * Writes a text in characters that the fonts have, if possible. Replaces characters that no font
 * has: white space by a space, and a letter such as ḥ by its base and marks.
 */
export function drawable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    const known = drawn.get(character);
    if (known !== undefined) return known;
    const form = drawableForm(character);
    drawn.set(character, form);
    return form;
  }).join('');
}

function drawableForm(character: string): string {
  const faces = facesOf('regular');
  if (faces.some((face) => has(face, character))) return character;
  if (/\s/u.test(character)) return ' ';
  const parts = character.normalize('NFD');
  const isWhole = faces.some((face) => Array.from(parts).every((part) => has(face, part)));
  return isWhole ? parts : character;
}
