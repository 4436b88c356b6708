import bidi from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A piece of text that is drawn in one font and one direction. */
export type Run<Face> = { readonly text: string; readonly face: Face };

/** Returns the font of a character; `before` is the font of the character before it. */
type FaceOf<Face> = (character: string, before?: Face) => Face;

// The package's types describe its ES module; Node loads the function itself.
const algorithm = (bidi as unknown as typeof bidi.default)();

/**
 * Splits a line into runs in left-to-right visual order. PDF libraries draw glyphs, not lines, so
 * the bidirectional algorithm (UAX 9) decides the order of Arabic next to figures.
 */
export function visualRuns<Face>(
  line: string,
  { base, faceOf }: { base: Direction; faceOf: FaceOf<Face> },
): readonly Run<Face>[] {
  const { levels } = algorithm.getEmbeddingLevels(line, base);
  const pieces: Piece<Face>[] = [];
  let at = 0;
  for (const character of line) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = pieces.at(-1);
    // Letters on both sides of a zero-width non-joiner are drawn apart, so that they do not join.
    if (character === '\u200C' && last) last.isIsolated = true;
    if (isInvisible(character)) continue;
    const face = faceOf(character, last?.face);
    const isIsolated = drawnAlone(character, level);
    if (last && last.level === level && last.face === face && !last.isIsolated && !isIsolated) {
      last.text += character;
    } else {
      pieces.push({ level, face, isIsolated, text: character });
    }
  }
  return inVisualOrder(pieces).map(({ text, face, level }) => ({
    face,
    text: level % 2 === 1 ? mirrored(text) : text,
  }));
}

type Piece<Face> = {
  readonly level: number;
  readonly face: Face;
  isIsolated: boolean;
  text: string;
};

/** Matches characters that are not drawn, such as direction marks, joiners and control codes. */
export const isInvisible = (character: string): boolean =>
  /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(character);

/**
 * Returns whether a character is drawn alone. Arabic fonts draw a run from the right; that would
 * reverse Arabic-Indic digits and would not mirror punctuation.
 */
function drawnAlone(character: string, level: number): boolean {
  if (/[\u0660-\u0669\u06F0-\u06F9]/u.test(character)) return true;
  return level % 2 === 1 && !/[\p{L}\p{M}]/u.test(character);
}

/**
 * Applies rule L2: from the highest level down to the lowest odd one, reverses each run at or above
 * it.
 */
function inVisualOrder<Face>(pieces: readonly Piece<Face>[]): readonly Piece<Face>[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      if ((ordered[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((ordered[end + 1]?.level ?? 0) >= level) end += 1;
      ordered.splice(start, end - start + 1, ...ordered.slice(start, end + 1).toReversed());
      start = end;
    }
  }
  return ordered;
}

function mirrored(text: string): string {
  return Array.from(text, (one) => algorithm.getMirroredCharacter(one) ?? one).join('');
}
