import type { Delimiter } from './recognise-file.ts';

/**
 * Reads a cell as a plain decimal with a point; null for what is no number. The digits stay text:
 * no binary fraction comes near money. Thousands separators are refused, since 1,234 is two numbers.
 */
export function readNumber(text: string, delimiter: Delimiter | null): string | null {
  // Files with semicolons come from where the comma is the decimal point.
  const hasComma = delimiter === ';' && /^[+-]?\d+,(\d{1,2}|\d{4,})$/.test(text);
  const number = hasComma ? text.replace(',', '.') : text;
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(number)) return number;
  return withoutExponent(number);
}

/** Statistics programs write 100000 as 1e+05. */
function withoutExponent(text: string): string | null {
  const match = /^([+-]?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const shift = Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
