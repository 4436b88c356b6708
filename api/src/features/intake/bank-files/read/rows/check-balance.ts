import type { balanceChecks } from '@bursar/contracts/intake/bank-files.values';
import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import { refuse } from '../../../../../platform/outcome.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { shown } from '../cells/bank-directions.ts';
import { UnreadableBankFile } from '../bank-line.ts';
import type { Side } from '../bank-terms.ts';

export type BalancedLine = {
  readonly row: Row;
  /** Lines of different accounts or currencies have separate balances. */
  readonly group: string;
  readonly bookedOn: string;
  readonly side: Side;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly balanceMinor: number;
};

/** The verdict of the running balance; null if the file has none that can be checked. */
export type BalanceCheck = (typeof balanceChecks)[number] | null;

/**
 * Compares each line with the change of the running balance. Refuses the file if the balance
 * changes by a line's amount in the opposite direction, unless at least half of the lines do not
 * fit in either direction. If the balance follows from most lines only, asks the user whether lines
 * are missing.
 */
export function checkBalance(
  lines: readonly BalancedLine[],
  { table, questions }: { readonly table: BankTable; readonly questions: FileQuestions },
): BalanceCheck {
  const { fits, opposite, gaps } = stepsOf(lines);
  const [wrong] = opposite;
  if (wrong && fits.length + opposite.length > gaps.length) {
    const details = { line: wrong.row.number };
    throw new UnreadableBankFile(refuse('bank_balance_contradictory', { details }));
  }
  const [gap] = gaps;
  if (!gap || fits.length === 0) return fits.length > 0 ? 'agrees' : null;
  if (fits.length < 2 || fits.length <= gaps.length) return null;
  const answer = questions.ask({
    key: 'balance',
    kind: 'balance',
    choices: fileQuestionChoices.balance,
    values: shown(gaps, table),
  });
  if (answer === 'refuse-file') {
    throw new UnreadableBankFile(
      refuse('bank_balance_contradictory', { details: { line: gap.row.number } }),
    );
  }
  return 'has-gaps';
}

type Steps = Readonly<Record<'fits' | 'opposite' | 'gaps', readonly BalancedLine[]>>;

/**
 * Compares the lines in the order of their days; if the days show no order, in the order that fits
 * better.
 */
function stepsOf(lines: readonly BalancedLine[]): Steps {
  const groups = new Map<string, BalancedLine[]>();
  for (const line of lines) {
    const group = groups.get(line.group);
    if (group) group.push(line);
    else groups.set(line.group, [line]);
  }
  const all = [...groups.values()].map((group) => {
    const days = group.map(({ bookedOn }) => bookedOn);
    const isRising = days.some((day, at) => at > 0 && day > (days[at - 1] ?? day));
    const isFalling = days.some((day, at) => at > 0 && day < (days[at - 1] ?? day));
    const oldestFirst = compare(group);
    const newestFirst = compare(group.toReversed());
    if (isRising !== isFalling) return isRising ? oldestFirst : newestFirst;
    return oldestFirst.fits.length >= newestFirst.fits.length ? oldestFirst : newestFirst;
  });
  return {
    fits: all.flatMap(({ fits }) => fits),
    opposite: all.flatMap(({ opposite }) => opposite),
    gaps: all.flatMap(({ gaps }) => gaps),
  };
}

function compare(lines: readonly BalancedLine[]): Steps {
  const steps: Record<keyof Steps, BalancedLine[]> = { fits: [], opposite: [], gaps: [] };
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (!before || line.amountMinor === 0) return;
    steps[judge(line, line.balanceMinor - before.balanceMinor)].push(line);
  });
  return steps;
}

/**
 * Compares the amount of a line with the change of the balance. Some banks subtract a fee from the
 * balance together with the amount.
 */
function judge({ side, amountMinor, feeMinor }: BalancedLine, moved: number): keyof Steps {
  const signed = side === 'in' ? amountMinor : -amountMinor;
  if (moved === signed || moved === signed - feeMinor) return 'fits';
  return moved === -signed ? 'opposite' : 'gaps';
}
