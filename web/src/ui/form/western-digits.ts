/** Replaces Arabic digits with the digits that Bursar calculates with. */
export function westernDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}
