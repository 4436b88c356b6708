import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';
import type { Match } from './match-evidence.ts';
import type { EvidenceByLoan, LineFinding } from './match-lines.ts';

type Matched = {
  readonly matches: ReadonlyMap<string, Match>;
  /** The loans to which the texts and the payer's account of each line point. */
  readonly found: ReadonlyMap<string, LineFinding>;
};

/**
 * Returns the lines that the posting rule may post. All of this must hold:
 * - The text has Bursar's number of one loan, written in full.
 * - The amount is exactly what this loan has due today.
 * - No other loan is named in the text, except by a doubtful number, and no other loan is the only
 *   one that the payer's account paid.
 * - No other matched line of the file has this loan: once one is posted, the amount is no longer
 *   due.
 */
export function exactLines({ matches, found }: Matched): readonly string[] {
  const linesOfLoan = new Map<string, number>();
  for (const { loanId } of matches.values()) {
    linesOfLoan.set(loanId, (linesOfLoan.get(loanId) ?? 0) + 1);
  }
  return [...matches]
    .filter(
      ([lineId, { loanId, reason, evidence }]) =>
        reason === 'reference' &&
        evidence.includes('reference') &&
        evidence.includes('amount-due') &&
        linesOfLoan.get(loanId) === 1 &&
        !pointsElsewhere(found.get(lineId)?.loans, loanId),
    )
    .map(([lineId]) => lineId);
}

const pointsElsewhere = (found: EvidenceByLoan | undefined, loanId: string): boolean => {
  const others = [...(found ?? [])].filter(([other]) => other !== loanId);
  return others.some(([, evidence]) => evidence.some((one) => pointing.has(one)));
};

const pointing: ReadonlySet<MatchEvidence> = new Set([
  'reference',
  'loan-number',
  'creditor-reference',
  'account',
] as const);
