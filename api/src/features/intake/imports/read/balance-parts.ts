import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { errorFinding, type NewFinding } from '../../../../platform/table-files/findings.ts';
import { readNumberAs, type DecimalMark } from '../../../../platform/table-files/number-format.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';
import { count, type Tally } from './profile-columns.ts';
import { principalWords, spaced } from './heading-meanings.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

const LOANS_COMPARED = 50;

/**
 * Finds balances that may include interest: their heading does not name principal, and another
 * column has interest owed. A column with the principal owed resolves the doubt.
 */
export function noteBalanceParts({ names, places, layout }: RecognisedColumns) {
  const place = places.get('balance');
  const used = new Set([...places.values()].map(({ index }) => index));
  const owed = (is: RegExp) =>
    names.findIndex((name, index) => {
      const heading = spaced(name);
      return !used.has(index) && is.test(heading) && owedWords.test(heading);
    });
  const interest = owed(interestWords);
  const principal = owed(principalWords);
  // If the tape states the principal paid, each row's balance is already compared with it.
  const isWatched =
    place !== undefined &&
    interest >= 0 &&
    !layout.signature &&
    !places.has('principalPaid') &&
    !principalWords.test(spaced(place.name));
  const inDoubt: Tally = { count: 0, samples: [] };
  const compared: (readonly [balance: string, interest: string, principal: string])[] = [];
  const cellOf = ({ cells }: TapeRow, index: number) => cells[index]?.trim() ?? '';
  return {
    note(row: TapeRow): void {
      const text = isWatched ? cellOf(row, interest) : '';
      if (!place || !/[1-9١-٩۱-۹]/u.test(text)) return;
      const balance = cellOf(row, place.index);
      count(inDoubt, balance);
      if (principal >= 0 && compared.length < LOANS_COMPARED) {
        compared.push([balance, text, cellOf(row, principal)]);
      }
    },
    /** Returns the result, once the decimal marks of the columns are known. */
    verdict(marks: ReadonlyMap<TapeField, DecimalMark>): {
      readonly inDoubt: Tally;
      readonly findings: readonly NewFinding[];
    } {
      const mark = marks.get('balance') ?? null;
      const number = (text: string) => Number(readNumberAs(text, mark)?.decimal ?? Number.NaN);
      const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005;
      const are = (what: (loan: readonly [number, number, number]) => boolean) =>
        compared.length > 0 &&
        compared.every(([balance, rest, of]) => what([number(balance), number(rest), number(of)]));
      const none = { count: 0, samples: [] };
      if (are(([balance, , of]) => isSame(balance, of))) return { inDoubt: none, findings: [] };
      if (!are(([balance, rest, of]) => isSame(balance, of + rest)))
        return { inDoubt, findings: [] };
      const details = { other: names[principal] ?? '' };
      const about = { column: place?.name ?? null, value: inDoubt.samples[0] ?? null, details };
      return { inDoubt: none, findings: [errorFinding('balance_has_interest', about)] };
    },
  };
}

const interestWords =
  /interest|zins|int[eé]r[eê]ts?(?!\p{L})|inter[eé]s|juros|interessi|(?<!\p{L})rente(?!\p{L})|odset|faiz|فائد|فوائد/u;
const owedWords =
  /outstanding|accrued|(?<!\p{L})due(?!\p{L})|owed|owing|receivable|unpaid|balance|offen|fällig|rückst|restant|échu|dû|pendient|devengad|vencid|saldo|dovut|maturat|openstaand|należn|zaległ|kalan|tahakkuk|مستحق|متبقي|قائم/u;
