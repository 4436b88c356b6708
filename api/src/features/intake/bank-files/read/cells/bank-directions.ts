import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { refuse } from '../../../../../platform/outcome.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { UnreadableBankFile } from '../bank-line.ts';
import { mayCountCharges } from './charge-accounts.ts';
import { comparableTerm, sideMeant, type Side } from '../bank-terms.ts';

export type SidedRow = {
  readonly row: Row;
  /** The directions that the row's signs, columns and "Cr" or "Dr" state. */
  readonly sides: readonly Side[];
  /** True if the amount is in a column that has only credits or only debits. */
  readonly isSplit: boolean;
  /** The only filled column of a split amount, if the amount has no minus sign; otherwise null. */
  readonly column: 'credit' | 'debit' | null;
  readonly isNegative: boolean;
  /** Whether the debit column has a minus sign, which may be its style or mean returned money. */
  readonly isNegativeDebit: boolean;
  readonly amountMinor: number;
  readonly balanceMinor: number | null;
  readonly feeMinor: number;
  /** Whether the line can be a payment; no questions are asked about other lines. */
  readonly isMoney: boolean;
};

/**
 * Finds the direction of each row. If its signs and words contradict each other, the running
 * balance decides; if it cannot, the file is refused. A row without signs and words is a credit if
 * other amounts of the file have a minus sign, unless positive amounts may be charges. Otherwise
 * the running balance decides, or else the user is asked.
 */
export function readSides(
  rows: readonly SidedRow[],
  table: BankTable,
  questions: FileQuestions,
): readonly Side[] {
  const countsCharges = mayCountCharges(rows, table);
  const isSignedFile =
    table.bank?.isSigned === true ||
    (!countsCharges && rows.some(({ isSplit, isNegative }) => !isSplit && isNegative));
  // The balance of a card or loan account is a debt, which rises with each charge.
  const byBalance = countsCharges ? rows.map(() => null) : sidesByBalance(rows);
  const stated = rows.map((one, at) =>
    sideStated(one, { table, questions, shownByBalance: byBalance[at] ?? null }),
  );
  const known = rows.map(
    (_one, at) => stated[at] ?? (isSignedFile ? 'in' : null) ?? byBalance[at] ?? null,
  );
  const unknown = rows.filter(
    ({ isMoney, amountMinor }, at) => isMoney && amountMinor !== 0 && known[at] === null,
  );
  if (unknown.length > 0) {
    const answer = questions.ask({
      key: 'direction',
      kind: 'direction',
      choices: fileQuestionChoices.direction,
      column: table.nameOf('amount'),
      values: shown(unknown, table),
    });
    if (answer === 'not-all') throw new UnreadableBankFile(refuse('bank_direction_unknown'));
  }
  return known.map((side) => side ?? 'in');
}

type Stating = {
  readonly table: BankTable;
  readonly questions: FileQuestions;
  readonly shownByBalance: Side | null;
};

function sideStated(one: SidedRow, { table, questions, shownByBalance }: Stating): Side | null {
  const { row, sides, amountMinor, isMoney } = one;
  if (one.isNegativeDebit && shownByBalance !== null) return shownByBalance;
  const direction = table.cell(row, 'direction');
  const hints = table.hintsOf(row, 'side').map(sideMeant);
  const stated = [...sides, sideMeant(direction), ...hints].filter((side) => side !== null);
  const [first = null] = stated;
  if (amountMinor !== 0 && stated.some((side) => side !== first)) {
    if (shownByBalance !== null) return shownByBalance;
    throw new UnreadableBankFile(
      refuse('bank_direction_contradictory', { details: { line: row.number } }),
    );
  }
  const isNotUnderstood = table.has('direction') && sideMeant(direction) === null;
  if (!isNotUnderstood || !isMoney || (direction === '' && first !== null)) return first;
  const answer = questions.ask({
    key: `direction-word:${comparableTerm(direction)}`,
    kind: 'direction-word',
    choices: fileQuestionChoices['direction-word'],
    column: table.nameOf('direction'),
    word: direction,
    values: shown([one], table),
  });
  if (answer === null) return first ?? 'in';
  return answer === 'received' ? (first ?? 'in') : 'out';
}

/**
 * Derives directions from a running balance that changes by each amount. The balance cannot show
 * the direction of the oldest row.
 */
export function sidesByBalance(rows: readonly SidedRow[]): readonly (Side | null)[] {
  const nothing = rows.map(() => null);
  if (rows.length < 2 || rows.some(({ balanceMinor }) => balanceMinor === null)) return nothing;
  const read = (step: 1 | -1) => {
    const sides = rows.map(({ amountMinor, balanceMinor }, at): Side | null | undefined => {
      const before = rows[at - step]?.balanceMinor ?? null;
      if (before === null) return null;
      const moved = (balanceMinor ?? 0) - before;
      if (Math.abs(moved) !== amountMinor) return undefined;
      return moved > 0 ? 'in' : 'out';
    });
    return sides.every((side) => side !== undefined) ? sides : null;
  };
  const [oldestFirst, newestFirst] = [read(1), read(-1)];
  if (oldestFirst && newestFirst) return nothing;
  return oldestFirst ?? newestFirst ?? nothing;
}

/** Describes rows for the user, each only when it is shown. */
export function* shown(
  rows: readonly { readonly row: Row }[],
  table: BankTable,
): Generator<string> {
  const heads = ['bookedOn', 'valueOn', 'debtorName', 'remittance', 'amount', 'credit'] as const;
  for (const { row } of rows) {
    const cells = [...heads.map((head) => table.cell(row, head)), ...table.hintsOf(row, 'side')];
    yield [...new Set(cells)].filter((cell) => cell !== '').join(' · ');
  }
}
