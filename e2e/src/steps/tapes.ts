import { generateTape } from '@bursar/api/seed/generate-tape';

export type Tape = {
  readonly name: string;
  readonly content: string;
  readonly loans: number;
  readonly totals: {
    readonly principalMinor: number;
    readonly balanceMinor: number;
    readonly principalPaidMinor: number;
    readonly interestPaidMinor: number;
    readonly lateFeesMinor: number;
  };
};

/** Makes a tape and calculates its totals from its own lines. */
export function makeTape(tag: string, loans = 24): Tape {
  const content = generateTape({ rows: loans, idPrefix: `${tag}-`, firstMonth: '2026-01-01' });
  const [head = '', ...lines] = content.trimEnd().split('\n');
  const heads = head.split(',');
  // Texts with a comma come before the amounts, so columns are counted from the end.
  const sum = (column: string): number => {
    const fromEnd = heads.indexOf(column) - heads.length;
    return lines.reduce((total, line) => total + centsOf(line.split(',').at(fromEnd)), 0);
  };
  const totals = {
    principalMinor: sum('loan_amount'),
    balanceMinor: sum('balance'),
    principalPaidMinor: sum('paid_principal'),
    interestPaidMinor: sum('paid_interest'),
    lateFeesMinor: sum('paid_late_fees'),
  };
  return { name: `tape-${tag}.csv`, content, loans, totals };
}

function centsOf(text = ''): number {
  return Math.round(Number(text) * 100);
}
