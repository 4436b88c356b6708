const SHOWN_MAX = 12;

/** Lists characters that do not print; after the first few, an ellipsis replaces the others. */
export function shownCharacters(characters: readonly string[]): string {
  const shown = characters.slice(0, SHOWN_MAX).join(' ');
  return characters.length > SHOWN_MAX ? `${shown} …` : shown;
}
