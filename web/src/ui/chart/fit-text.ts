/** Shortens a text to a width in pixels. */
export function fitText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  while (letters.length > 1 && measure(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
