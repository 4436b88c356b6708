/** Replaces Arabic and Persian digits with the digits that Bursar stores and calculates with. */
export function westernDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) % 16),
  );
}
