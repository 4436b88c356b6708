import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';

/** Pads cells into indented columns. The columns `atEnd`, such as figures, are right-aligned. */
export function inColumns(
  lines: readonly (readonly string[])[],
  { atEnd }: { readonly atEnd: readonly number[] },
): string[] {
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) => {
    const cells = line.map((cell, at) => {
      const width = widths?.[at] ?? 0;
      return atEnd.includes(at) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `  ${cells.join('  ')}`.trimEnd();
  });
}

/** Shows an amount in minor units as `12,500.00`, without its currency. */
export function showMoney(amountMinor: number, currency: string): string {
  const plain = formatUnits(amountMinor, currencyDecimals(currency) ?? 2);
  return plain.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}
