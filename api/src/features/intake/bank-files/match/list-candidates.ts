import type { LineCandidate } from '@bursar/contracts/intake/bank-files';
import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Database } from '../../../../platform/database.ts';
import { quotePayoff } from '../../../servicing/payments/quote-payoff.ts';
import type { LineKey } from '../bank-file-keys.ts';
import { describeCandidates, findSimilar } from './candidates.store.ts';
import { amountEvidence, scoreOf, type ComparedLoan, type Likely } from './match-evidence.ts';
import {
  findCompared,
  likenessOf,
  listCompared,
  listNames,
  type ComparedLine,
  type LoanName,
} from './match-lines.store.ts';
import {
  ALIKE,
  emptyFinding,
  evidenceInLines,
  isPayerNamed,
  merged,
  type EvidenceByLoan,
} from './match-lines.ts';
import { soundsLikeNameIn } from './payer-names.ts';

/** Minimum similarity at which a name is suggested to the user. */
const SIMILAR = 0.3;

const CANDIDATES_MAX = 8;

/** Lists up to eight loans that a line may pay, each with its evidence, likeliest first. */
export async function listCandidates(
  database: Database,
  key: LineKey,
  context: PortfolioContext,
): Promise<readonly LineCandidate[]> {
  const today = context.session.businessDate;
  const line = await findCompared(database, key);
  if (!line) return [];
  const { portfolioId } = key;
  const finding = (await evidenceInLines(database, [line], key)).get(line.id) ?? emptyFinding;
  const { loans: found, columns } = finding;
  const similar = await findSimilar(database, { line, portfolioId, today, similarity: SIMILAR });
  const loanIds = [...new Set([...found.keys(), ...similar])];
  const loans = await listCompared(database, { portfolioId, loanIds, today });
  const names = await evidenceOfNames(
    database,
    line,
    await listNames(database, { portfolioId, loanIds }),
  );
  const evidence = merged(found, names);
  const likely = await Promise.all(
    loans.map((loan) => withAmount(database, { line, loan, context }, evidence.get(loan.loanId))),
  );
  const best = likely
    .filter((one) => one.evidence.length > 0)
    .map((one) => ({ ...one, score: scoreOf(one.evidence) }))
    .toSorted(
      (one, other) => other.score - one.score || one.loan.loanId.localeCompare(other.loan.loanId),
    )
    .slice(0, CANDIDATES_MAX);
  return describeCandidates(database, { portfolioId, best, columns });
}

type Comparing = {
  readonly line: ComparedLine;
  readonly loan: ComparedLoan;
  readonly context: PortfolioContext;
};

async function withAmount(
  database: Database,
  { line, loan, context }: Comparing,
  evidence: readonly MatchEvidence[] = [],
): Promise<Likely> {
  const byAmount = amountEvidence(line, loan);
  const mayBePayoff =
    byAmount.length === 0 && loan.status === 'active' && loan.currency === line.currency;
  // A payoff is never less than the principal, so most loans need no quote.
  if (!mayBePayoff || line.amountMinor < loan.outstandingMinor) {
    return { loan, evidence: [...evidence, ...byAmount] };
  }
  const { session, now } = context;
  const on = session.businessDate;
  const quote = await quotePayoff(database, { session, now, loanId: loan.loanId, on });
  const isPayoff = quote.ok && quote.value.totalMinor === line.amountMinor;
  return { loan, evidence: isPayoff ? [...evidence, 'payoff'] : evidence };
}

/** Compares the payer with the names of each loan; the best result of a loan counts. */
async function evidenceOfNames(
  database: Database,
  line: ComparedLine,
  names: readonly LoanName[],
): Promise<EvidenceByLoan> {
  const likeness = await likenessOf(
    database,
    names.map(({ name }) => ({ payer: line.debtorName, name })),
  );
  const evidence = new Map<string, readonly MatchEvidence[]>();
  names.forEach((name, at) => {
    const similarity = likeness[at] ?? 0;
    const isName = similarity >= ALIKE || isPayerNamed(line, name);
    const isSimilar =
      similarity >= SIMILAR ||
      soundsLikeNameIn(name.forms, line.payerForms) ||
      soundsLikeNameIn(name.forms, line.textForms);
    if (isName) evidence.set(name.loanId, ['name']);
    else if (isSimilar && !evidence.has(name.loanId)) evidence.set(name.loanId, ['similar-name']);
  });
  return evidence;
}
