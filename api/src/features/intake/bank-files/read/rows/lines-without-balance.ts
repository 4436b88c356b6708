import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { shown } from '../cells/bank-directions.ts';
import type { Side } from '../bank-terms.ts';

type Line = {
  readonly row: Row;
  readonly group: string;
  readonly side: Side;
  readonly amountMinor: number;
  readonly balanceMinor: number | null;
};

/**
 * Asks about received amounts without a running balance in a file whose balance follows without
 * them: they may be pending, or the parts of a batch that is another line. Returns the rows that
 * the user says are not booked.
 */
export function rowsOutsideBalance(
  lines: readonly Line[],
  { table, questions }: { readonly table: BankTable; readonly questions: FileQuestions },
): ReadonlySet<Row> {
  const names = [...new Set(lines.map(({ group }) => group))];
  const doubtful = names.flatMap((name) => {
    const group = lines.filter((line) => line.group === name);
    const orders = [group, group.toReversed()].map(walk);
    const [first, second] = orders;
    if (!first || !second) return [];
    const { outside } = second.proven > first.proven ? second : first;
    return outside.filter(({ side, amountMinor }) => side === 'in' && amountMinor !== 0);
  });
  if (doubtful.length === 0) return new Set();
  const answer = questions.ask({
    key: 'without-balance',
    kind: 'status',
    choices: fileQuestionChoices.status,
    column: table.nameOf('balance'),
    values: shown(doubtful, table),
  });
  return answer === 'not-booked' ? new Set(doubtful.map(({ row }) => row)) : new Set();
}

/**
 * Follows the balance from the first line. Some banks print a balance only for the last line of a
 * day; that balance then includes the lines before it.
 */
function walk(lines: readonly Line[]) {
  let proven = 0;
  let isCounting = false;
  let before: number | null = null;
  let waiting: Line[] = [];
  const outside: Line[] = [];
  const leading: Line[] = [];
  for (const line of lines) {
    if (line.balanceMinor === null) {
      waiting.push(line);
      continue;
    }
    const moved: number | null = before === null ? null : line.balanceMinor - before;
    const alone = signed(line);
    const together = waiting.reduce((sum, one) => sum + signed(one), alone);
    if (moved === null) leading.push(...waiting);
    else if (moved === together) {
      proven += 1;
      isCounting ||= waiting.length > 0;
    } else if (moved === alone) {
      proven += 1;
      outside.push(...waiting);
    }
    before = line.balanceMinor;
    waiting = [];
  }
  if (proven === 0) return { proven, outside: [] };
  return { proven, outside: [...(isCounting ? [] : leading), ...outside, ...waiting] };
}

const signed = ({ side, amountMinor }: Line): number =>
  side === 'in' ? amountMinor : -amountMinor;
