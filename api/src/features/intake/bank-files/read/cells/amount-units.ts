import { amountHeads } from './bank-amounts.ts';
import type { BankTable } from '../columns/bank-columns.ts';
import { lineNotRead } from '../bank-line.ts';

/** Refuses amounts in units such as cents or thousands, which would be read as wrong amounts. */
export function refuseOtherUnits({ above, rows, nameOf }: BankTable): void {
  const [first] = rows;
  const name = amountHeads.map(nameOf).find((heading) => otherUnit.test(heading));
  if (name !== undefined && first) throw lineNotRead(first.number, name);
  for (const { cells, number } of above) {
    const stated = cells.find((cell) => unitStated.test(cell));
    if (stated !== undefined) throw lineNotRead(number, stated.trim().slice(0, 80));
  }
}

const small =
  'cents?|pence|pennies|minor( units?)?|centimes?|c[eé]ntimos?|centesimi|centavos?|paise|paisa|fils|halalas?|kuruş|grosz[ey]?|öre|øre|rappen';
const large =
  "thousands?|millions?|tsd|teur|tausend|milliers|miles|migliaia|mio|lakhs?|crores?|bin|'?000s?|بالآلاف|ألف|مليون|هللة|فلس";
const otherUnit = new RegExp(`(?<![\\p{L}\\p{N}])(${small}|${large})(?![\\p{L}\\p{N}])`, 'iu');

/** A sentence above the table, such as "Amounts in thousands of EUR". */
const unitStated = new RegExp(
  `(amounts?|values?|figures|beträge|montants|importes|importi|bedragen|المبالغ)(?!\\p{L}).{0,20}(?<![\\p{L}\\p{N}])(${small}|${large})(?![\\p{L}\\p{N}])`,
  'iu',
);
